// The shipped worlds of tables answer as the record store did that they replace: its answers were recorded before it went.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/core/text/json.ts'
import type { Json } from '../../../src/core/tree/ports.ts'
import { readDataProgram } from '../../../src/host/grounds/programs/data-program.ts'
import { must } from '../../must.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Recorded {
  tool: string
  arguments: Record<string, Json>
  /** Absent where the model was asked; `left` names the rule. */
  answer?: string
  error?: boolean
  left?: string
}

/** What changes in an answer: the record store counted a minute a turn, tables count one a change. */
const timeless = (text: string) => text.replaceAll(/20\d\d-03-0[26]T09:\d\d:00Z/g, 'later')

/** A refusal in words: the record store put it into an object where the tool declares what it returns. */
const inWords = (text: string) => text.replace(/^\{\s*"error": "(.*)"\s*\}$/s, 'Error: $1')

/** The record store listed the tags of new tickets alone, since the rows of the fictional world have none. */
const withoutTags = (text: string) => text.replaceAll(/,\n\s*"tags": \[\]/g, '')

function play(name: string) {
  const { program, wrong } = readDataProgram({ text: read(`resources/scenarios/programs/${name}.yaml`) })
  if (!program) throw new Error(JSON.stringify(wrong))
  let state = program.init('1')
  return (tool: string, args: Record<string, Json>) => {
    const step = program.step(state, { door: 'tools', tool, arguments: args })
    state = step?.state ?? state
    return step
  }
}

describe.each(['helpdesk', 'fiction-helpdesk', 'issues', 'calendar'])('mcp-%s', (name) => {
  const turns = Object(parseJson(read(`test/fixtures/answers/mcp-${name}.json`))) as Recorded[]

  it('answers what was computed before as it was', () => {
    expect(turns.length).toBeGreaterThan(20)
    const step = play(name)
    const form = name === 'fiction-helpdesk' ? withoutTags : (text: string) => text
    for (const { tool, arguments: args, answer, error } of turns) {
      // What the model answered changed nothing here: the turns after it were recorded without it.
      if (answer === undefined) continue
      const made = must(step(tool, args))
      const text = made.error ?? (typeof made.answer === 'string' ? made.answer : JSON.stringify(made.answer, null, 2))
      const was = timeless(form(inWords(answer)))
      expect({ tool, args, text: timeless(form(text)), error: made.error !== undefined }).toEqual({
        ...{ tool, args, text: was, error }
      })
    }
  })

  it('computes what the model was asked for, but for when all are free', () => {
    const left = turns.filter(({ left: rule }) => rule !== undefined)
    const step = play(name)
    const open = left.filter(({ tool, arguments: args }) => step(tool, args) === undefined)
    expect(open.map(({ tool }) => tool)).toEqual(name === 'calendar' ? ['find_free_time'] : [])
  })

  it('has verbs for the tools of its scenario', () => {
    const { setup } = Object(parseJson(read(`resources/scenarios/mcp-${name}.json`)))
    const { program } = readDataProgram({ text: read(`resources/scenarios/programs/${name}.yaml`) })
    const verbs = program?.actions(program.init('')).tools?.map((tool) => tool.name) ?? []
    const tools: string[] = setup.tools.map((tool: { name: string }) => tool.name)
    expect(verbs.toSorted()).toEqual(tools.filter((one) => one !== 'find_free_time').toSorted())
  })
})

it('the tracker keeps issues and comments, and knows its labels, its people and its repository', () => {
  const repo = 'skerry/harbor'
  const step = play('issues')
  const said = (tool: string, args: Record<string, Json>) => {
    const made = must(step(tool, { repo, ...args }))
    return made.error ?? made.answer
  }
  expect(said('create_issue', { title: 'Import ignores time zones', labels: ['bug'] })).toMatchObject({ number: 43 })
  expect(said('get_issue', { number: 43 })).toMatchObject({ author: 'lin', body: '', comments: 0 })
  expect(said('add_comment', { number: 43, body: 'Seen in Nuuk.' })).toBe('Commented on issue 43.')
  expect(said('search_issues', { query: 'nuuk' })).toMatchObject({ total: 1, items: [{ number: 43, comments: 1 }] })
  expect(said('create_issue', { title: 'x', labels: ['wish'] })).toBe('Error: There is no label wish')
  expect(said('update_issue', { number: 43, assignee: 'zoe' })).toBe('Error: There is no member zoe')
  expect(said('list_issues', { repo: 'skerry/other' })).toBe('Error: Repository skerry/other not found')
})

it('the calendar refuses a room that is not there and an event that ends before it begins', () => {
  const step = play('calendar')
  const event = { title: 'Retro', day: '2026-03-06', start: '15:00', end: '16:00' }
  expect(step('create_event', { ...event, room: 'Cellar' })?.error).toBe('Error: There is no room Cellar')
  expect(step('create_event', { ...event, end: '14:00' })?.error).toBe('Error: An event ends after it begins')
  expect(step('update_event', { event_id: 'ev-203', end: '14:00' })?.error).toBe('Error: An event ends after it begins')
  expect(step('create_event', { ...event, room: 'Fjord' })?.answer).toMatchObject({ id: 'ev-205', guests: [] })
})
