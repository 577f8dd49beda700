// What widgets do by themselves on a desktop, compared with a form of GTK 3.24 on Debian 12 that was recorded on a real X screen through
// AT-SPI (test/fixtures/widgets/desktop.json), as OSWorld's XML and as its table. xdotool did what the actions say.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { play } from './play.ts'

const Recorded = z.array(
  z.object({
    format: z.string(),
    first: z.string(),
    turns: z.array(z.object({ action: z.string(), observation: z.string() }))
  })
)
const at = new URL('../../../fixtures/widgets/desktop.json', import.meta.url)
const sessions = Recorded.parse(JSON.parse(readFileSync(at, 'utf8')))

describe.each(sessions)('a recorded desktop as $format', (session) => {
  it('52.5 shows what the desktop showed, and asks the model for the rest', async () => {
    const played = await play({ domain: 'os', ...session })
    expect(played.length).toBe(session.turns.length)
    expect(played.filter(({ text, observation }) => text !== null && text !== observation)).toEqual([])
    expect(
      played.map(({ action, rule, text }) => `${text === null ? 'model' : 'widgets'} ${rule}: ${action}`)
    ).toMatchSnapshot()
  })
})
