// A terminal that another program recorded goes on executed: its commands are done again on the machine, and the first own one is computed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHost } from '../../../src/host/host.ts'
import { must } from '../../must.ts'
import { UNTIL_DONE } from '../../patience.ts'
import { image, WHY } from '../grounds/emulator/image.ts'

const before = process.env.ORRERY_GROUNDING
let home: string
beforeEach(async (context) => {
  if (!image) context.skip(WHY)
  home = await mkdtemp(join(tmpdir(), 'orrery-goes-on-'))
  process.env.ORRERY_GROUNDING = 'grounded'
})
afterEach(async () => {
  if (before === undefined) delete process.env.ORRERY_GROUNDING
  else process.env.ORRERY_GROUNDING = before
  await rm(home, { recursive: true, force: true })
})

const PROMPT = 'ann@box:~$ '
const cast = (shown: string[]) =>
  [
    JSON.stringify({ version: 2, width: 80, height: 24 }),
    ...shown.map((text, at) => JSON.stringify([at, 'o', text]))
  ].join('\n')

async function gone(shown: string[], line: string) {
  const host = await createHost({ home, resources: 'resources' })
  try {
    const files = [{ name: 'a.cast', text: cast(shown) }]
    for await (const _ of host.streams['formats.import'](
      { files, paths: [], options: {}, keep: true },
      { signal: UNTIL_DONE }
    ));
    const [world] = await host.calls['worlds.list']({})
    const opened = await host.calls['worlds.open']({ session: must(world).id })
    const [branch] = opened.branches
    const action = [{ keystrokes: `${line}\n`, duration: 1 }]
    const asked = { session: must(world).id, branch: must(branch).id, action, instruction: '', trace: false }
    for await (const event of host.streams['steps.run'](asked, { signal: UNTIL_DONE }))
      if (event.type === 'committed') return { grounding: branch?.setup.grounding, event }
    throw new Error('No step was committed.')
  } finally {
    await host.dispose()
  }
}

it('what was recorded is there for the next command', async () => {
  const shown = [PROMPT, 'echo hello > note.txt\r\n', PROMPT, 'cat note.txt\r\n', `hello\r\n${PROMPT}`]
  const { grounding, event } = await gone(shown, 'wc -c note.txt; whoami')
  expect(grounding).toBe('grounded')
  expect(event.step.observation.text).toContain('6 note.txt\nann\n')
  expect(event.call.grounded).toMatchObject({ origin: 'executed' })
})
