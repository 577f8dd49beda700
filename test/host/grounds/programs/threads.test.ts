// How long the thread of a program is waited for: its own processor time counts, not what others do on the machine.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPrograms, type ThreadTime } from '../../../../src/host/grounds/programs/running.ts'

const text = `export const init = () => ({})
export const step = () => {
  let sum = 0
  for (let at = 0; at < 1e6; at++) sum += at
  return { answer: String(sum) }
}`
const program = { text, hash: createHash('sha256').update(text).digest('hex') }

/** What a step answers where a thread is looked at after 10 ms, and is said to have used this. */
async function answer(time: ThreadTime) {
  const programs = createPrograms({ stuck: 10, time })
  try {
    const running = programs.of(program)
    const { state } = await running.init('0')
    const { step } = await running.step(state, { door: 'text', text: 'go' })
    return step?.answer
  } finally {
    await programs.dispose()
  }
}

test('a thread that others keep from working is waited for; one that used its time, or does not tell, is stopped', async () => {
  const stopped = /^The program did not come back in 0\.01 seconds and was stopped\.$/
  await expect(answer(async () => 0)).resolves.toBe('499999500000')
  let asked = 0
  await expect(answer(async () => (asked++ ? 1000 : 0))).rejects.toThrow(stopped)
  await expect(answer(async () => null)).rejects.toThrow(stopped)
})
