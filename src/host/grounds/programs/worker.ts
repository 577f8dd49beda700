// The thread of one program: what takes too long here stops nobody else, and ending the thread ends the program.
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorldProgram, Started, ToWorldProgram } from './protocol.ts'
import { createSandbox, ProgramProblem } from './sandbox.ts'
import { createStoryMachine } from './story-machine.ts'

// `as`: what the host starts this thread with.
const { text, files, language } = workerData as Started
const sandbox = language === 'z-machine' ? createStoryMachine(text) : createSandbox(text, files)

parentPort?.on('message', async (asked: ToWorldProgram) => {
  const { id } = asked
  parentPort?.postMessage({ id, ...answerOf(await sandbox, asked) } satisfies FromWorldProgram)
})

type Answer = FromWorldProgram extends infer One ? (One extends FromWorldProgram ? Omit<One, 'id'> : never) : never

function answerOf(held: Awaited<typeof sandbox>, { work, given }: ToWorldProgram): Answer {
  try {
    if (work.type !== 'init' && !held.has(work.state)) {
      if (given === undefined) return { type: 'missing' }
      held.take(work.state, given)
    }
    return { type: 'done', text: held.work(work) }
  } catch (error) {
    if (!(error instanceof ProgramProblem)) throw error
    return { type: 'failed', problem: error.message, broken: error.broken }
  }
}
