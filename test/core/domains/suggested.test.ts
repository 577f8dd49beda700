import { expect, it } from 'vitest'
import { findDomain } from '../../../src/core/domains/index.ts'
import { textenv } from '../../../src/core/domains/textenv/index.ts'
import { suggested } from '../../../src/core/step/suggested.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { shippedWorlds } from '../shipped-worlds.ts'

const scenarios = shippedWorlds.map(({ scenario }) => scenario)

// In words, what can be done depends on the place: a shop's first page can only be searched.
const later = new Set([
  'take apple 1 from table 1',
  'cool apple 1 with fridge 1',
  'click[next >]',
  'click[back to search]',
  'click[b07rain102]',
  'click[buy now]'
])

it.each(scenarios)('$name suggests only what its world takes as it stands', ({ setup, tries }) => {
  const shown = suggested(tries, findDomain(setup.domain), Setup.parse(setup))
  expect(shown).toEqual(tries.filter((line) => !later.has(line)))
})

it('does not suggest what is switched off, not there, or no call of a tool', () => {
  const page = "RootWebArea 'Shop', focused\n\t[1] button 'Buy', disabled=True\n\t[2] button 'Look'"
  const web = Setup.parse({ domain: 'web', initialState: page })
  expect(suggested(["click('1')", "click('2')", "click('3')", 'press it'], findDomain('web'), web)).toEqual([
    "click('2')"
  ])
  const tool = { name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } }
  const mcp = Setup.parse({ domain: 'mcp', tools: [tool] })
  expect(suggested(['add a=1', 'add', 'multiply a=1'], findDomain('mcp'), mcp)).toEqual(['add a=1'])
})

const shop = (scene: string) => textenv.initial(Setup.parse({ domain: 'textenv', initialState: `Scene:\n${scene}` }))
const seen = (state: ReturnType<typeof shop>, text: string) =>
  textenv.fold(state, { action: 'x', observation: { text } })

it('a page of a shop begins with its instruction, and a search that its page offers with what it found', () => {
  const first = shop('Instruction: Find me a mug [SEP] Search\n\nAdmissible actions: search[<your words>]')
  const results = 'Instruction: Find me a mug [SEP] Back to Search [SEP] Page 1 (Total results:'
  expect(textenv.prediction.prefill('search[red mug]', first)).toBe(results)
  const found = seen(first, `${results} 2) [SEP] b01 [SEP] Mug`)
  expect(
    ['search[blue]', 'click[b01]', 'click[buy now]'].map((line) => textenv.prediction.prefill(line, found))
  ).toEqual(['Instruction: Find me a mug [SEP]', 'Instruction: Find me a mug [SEP]', ''])
  const back = seen(found, 'Instruction: Find me a mug [SEP] Search')
  expect(textenv.prediction.prefill('search[red mug]', back)).toBe(results)
  expect(textenv.prediction.prefill('search[red mug]', shop('You are in a room.'))).toBe('')
})
