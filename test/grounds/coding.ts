// Does the recorded calls of coding agents in code worlds on the machine and prints how many are exact. By hand, it takes minutes:
//
//   node test/grounds/coding.ts open|held [TITLE OR SET...]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { z } from 'zod'
import { makeStep } from '../../src/core/tree/history.ts'
import { type Action, type Call, Setup, type Step } from '../../src/core/tree/model.ts'
import { quote } from '../../src/host/grounds/disk-tools/disk/disk.ts'
import { machineGround } from '../../src/host/grounds/machine/index.ts'
import { turnOptions } from '../core/turn-options.ts'
import { type CodingFiles, type CodingSession, isRecorded, recordedCalls, toolsOf } from '../fixtures/swe/recorded.ts'
import { must } from '../must.ts'

const ROOT = '/srv/press'
const folder = z.enum(['open', 'held']).parse(process.argv[2])
const chosen = process.argv.slice(3)
const home = await mkdtemp(join(tmpdir(), 'orrery-coding-'))
const ground = must(machineGround({ home, resources: join(import.meta.dirname, '..', '..', 'resources') }))
const sum = { calls: 0, determined: 0, exact: 0 }
const took: number[] = []
const { files, sessions } = recordedCalls(folder)

/** The command that makes the folder of the recording, in the shell of the world's own tools. */
function making(all: Record<string, CodingFiles>, git: boolean): string {
  const made = Object.entries(all).map(
    ([path, { text = '', base64 = Buffer.from(text).toString('base64'), age = 0 }]) => {
      const at = quote(path)
      return `mkdir -p ${quote(posix.dirname(path))} && echo ${base64} | base64 -d >${at} && touch -d '${age} seconds ago' ${at}`
    }
  )
  const init = 'git init -q -b main && git config user.name Ada && git config user.email ada@example.org'
  return [`cd ${ROOT}`, ...made, ...(git ? [init] : [])].join('\n')
}

function shellOf({ set }: CodingSession, command: string): Action {
  const name = {
    'claude-code': 'Bash',
    'qwen-cli': 'run_shell_command',
    openhands: 'execute_bash',
    'swe-agent': 'bash'
  }[set]
  return { name, arguments: { command, ...(set === 'qwen-cli' && { is_background: false }) } }
}

async function played(session: CodingSession): Promise<void> {
  const setup = Setup.parse({
    domain: 'swe',
    tools: toolsOf(session),
    grounding: 'grounded',
    initialState: `The folder for work is ${ROOT}. The user is root.`
  })
  const chain: Step[] = []
  const calls = new Map<string, Call>()
  const does = async (action: Action): Promise<string> => {
    const asked = { setup, chain, callOf: (id: string) => calls.get(id) ?? null, action, instruction: '' }
    const { text, grounded, keep } = await ground.turn(
      asked,
      turnOptions(() => 'the model was asked')
    )
    const step = await makeStep(chain.at(-1)?.id ?? null, action, { text })
    await keep(step.id)
    chain.push(step)
    // `as`: what the ground reads of a call.
    calls.set(step.id, { engine: 'machine', grounded, firings: [] } as unknown as Call)
    return text
  }
  await does(shellOf(session, making(must(files[session.files]), session.git)))
  for (const { name, arguments: given, answer, why } of session.turns) {
    const began = performance.now()
    const text = await does({ name, arguments: JSON.parse(JSON.stringify(given).replaceAll('{root}', ROOT)) })
    took.push(performance.now() - began)
    sum.calls++
    if (why !== undefined) continue
    sum.determined++
    if (isRecorded(text.replaceAll(ROOT, '{root}'), answer)) sum.exact++
    else {
      const real = typeof answer === 'string' ? answer : `${answer.begins} [${answer.length} characters]`
      console.log(`\nDIFFERS ${session.program}, ${session.title}: ${name} ${JSON.stringify(given)}`)
      console.log(`--- recorded\n${real}\n--- executed\n${text.slice(0, 1500)}`)
    }
  }
}

try {
  for (const session of sessions)
    if (!chosen.length || chosen.some((one) => session.title.includes(one) || session.set === one))
      await played(session)
} finally {
  await ground.dispose()
  await rm(home, { recursive: true, force: true })
}
took.sort((a, b) => a - b)
const ms = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0)
console.log(JSON.stringify({ folder, ...sum, medianMs: ms(0.5), ninetiethMs: ms(0.9) }))
