// Mousepad 0.5 on a real X screen through AT-SPI, as OSWorld prints it: typed into and moved in with xdotool.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { play } from './play.ts'

const Recorded = z.object({
  first: z.string(),
  turns: z.array(z.object({ action: z.string(), observation: z.string() }))
})

it('52.1 an editor’s text, its caret and the mark in its title are as the program has them', async () => {
  const { first, turns } = Recorded.parse(JSON.parse(readFileSync('test/fixtures/widgets/mousepad.json', 'utf8')))
  const done = await play({ domain: 'os', first, turns })
  // The first click brings the window to the front.
  expect(done.filter(({ text }) => text === null)).toEqual([])
  expect(done.filter(({ text, observation }) => text !== null && text !== observation)).toEqual([])
})
