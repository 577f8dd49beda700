// What the page on worlds as data shows is what they do.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { typedCall } from '../src/core/domains/tool-line.ts'
import { FUNCTIONS } from '../src/core/grounds/programs/declared/functions.ts'
import { readDataProgram } from '../src/host/grounds/programs/data-program.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/worlds-as-data.md'), 'utf8')
const worlds = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text)
const session = /^```\n(transfer .*?)^```/ms.exec(page)?.[1]?.trim().split('\n') ?? []

it('shows worlds without a fault', () => {
  expect(worlds).toHaveLength(5)
  expect(worlds.flatMap((text) => readDataProgram({ text }).wrong)).toEqual([])
})

it('shows what the tools of the bank answer', () => {
  const { program } = readDataProgram({ text: worlds[0] ?? '' })
  if (!program) throw new Error('The bank has faults.')
  const { tools = [] } = program.actions(program.init(''))
  let state = program.init('')
  const calls = session.filter((_, at) => at % 2 === 0)
  const answers = calls.map((line) => {
    const { name, arguments: args } = typedCall(line, tools)
    const step = program.step(state, { door: 'tools', tool: name, arguments: args })
    state = step?.state ?? state
    return step?.error === undefined ? JSON.stringify(step?.answer) : `! ${step.error}`
  })
  expect(calls).toHaveLength(4)
  expect(answers).toEqual(session.filter((_, at) => at % 2 === 1))
})

it('shows a shop whose forms do what they say', () => {
  const shop = readDataProgram({ text: worlds.find((text) => text.includes('pages:')) ?? '' }).program
  if (!shop) throw new Error('The shop has faults.')
  const headers = { accept: 'text/html', host: 'kiln.example' }
  const first = shop.init('')
  const sent = { door: 'http' as const, method: 'POST', path: '/pots/2', query: {}, headers, body: { count: '3' } }
  const { state, answer } = shop.step(first, sent) ?? {}
  expect(answer).toEqual({ status: 303, headers: { location: '/' } })
  const shown = shop.step(state ?? first, { ...sent, method: 'GET', path: '/', body: null })
  expect(JSON.stringify(shown?.answer)).toContain('In your basket: 3')
  const refused = shop.step(first, { ...sent, body: { count: '10' } })
  expect(refused?.state).toBe(undefined)
  expect(JSON.stringify(refused?.answer)).toMatch(/"status":4.*role=\\"alert\\"/)
})

it('names every function', () => {
  const named = /^Functions: `([\w ]+)`/m.exec(page)?.[1]?.split(' ')
  expect(named).toEqual(Object.keys(FUNCTIONS).sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)))
})
