// What widgets do by themselves, compared with recordings of a real Chromium by BrowserGym 0.14.3 and by Playwright's MCP server 0.0.43
// (test/fixtures/widgets). Of the texts of labels, which BrowserGym tells in some looks and not in others, the recordings are free.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ERROR_LINE } from '../../../../src/core/domains/intents.ts'
import { must } from '../../../must.ts'
import { play } from './play.ts'

const Recorded = z.array(
  z.object({
    name: z.string(),
    first: z.string(),
    turns: z.array(z.object({ action: z.string(), observation: z.string(), error: z.string().optional() }))
  })
)
const sessions = ['browsergym', 'playwright'].flatMap((by) => {
  const at = new URL(`../../../fixtures/widgets/${by}.json`, import.meta.url)
  return Recorded.parse(JSON.parse(readFileSync(at, 'utf8'))).map((one) => ({ ...one, by }))
})

// A tree does not tell how many characters a field takes.
const UNTOLD = ["fill('19', '123456789012')"]

describe.each(sessions)('a recorded session: $name by $by', (session) => {
  it('52.1, 52.2 shows what the browser showed, and refuses what it refused', async () => {
    const said = await play({ domain: 'web', ...session })
    const wrong = said.flatMap(({ action, text }) => {
      const { observation, error } = must(session.turns.find((one) => one.action === action))
      if (text === null || session.turns.filter((one) => one.action === action).length > 1) return []
      const refusal = session.by === 'playwright' ? '### Result\n' : ERROR_LINE
      const isRight = error ? text.startsWith(refusal + error) : text === observation
      return isRight ? [] : [action]
    })
    expect(wrong).toEqual(session.name === 'sign-up' && session.by === 'browsergym' ? UNTOLD : [])
    expect(said.length).toBeGreaterThan(20)
  })

  it('asks the model for what a press means', async () => {
    const said = await play({ domain: 'web', ...session })
    expect(said.filter(({ text }) => text === null).map(({ action, rule }) => `${rule}: ${action}`)).toMatchSnapshot()
  })
})
