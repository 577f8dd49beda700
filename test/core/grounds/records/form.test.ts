// An answer looks like the tool's answers: by its schema, by an earlier one, by its description.
import { describe, expect, it } from 'vitest'
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { play } from './play.ts'

const STATE = 'Notes:\n- N-1 "Milk" (status: open, author: ann)\n- N-2 "Eggs" (status: done, author: bo)'
const noted = (tools: Partial<Tool>[], state = STATE) =>
  Setup.parse({
    domain: 'mcp',
    initialState: state,
    tools: tools.map((tool) => ({ inputSchema: { type: 'object', properties: { id: { type: 'string' } } }, ...tool }))
  })
const list = { name: 'list_notes', inputSchema: { type: 'object', properties: {} } }
const get = { name: 'get_note' }
const answer = async (tools: Partial<Tool>[], name: string, args: Record<string, Json> = {}, state?: string) =>
  (await play(noted(tools, state)).call(name, args)).value

describe('the form of an answer', () => {
  it('is what the description says, else plain JSON', async () => {
    const whole = [
      { id: 'N-1', title: 'Milk', status: 'open', author: 'ann' },
      { id: 'N-2', title: 'Eggs', status: 'done', author: 'bo' }
    ]
    expect(await answer([list, get], 'list_notes')).toEqual(whole)
    const told = { ...list, description: 'Notes as a JSON array of objects with id and title.' }
    expect(await answer([told, get], 'list_notes')).toEqual(whole.map(({ id, title }) => ({ id, title })))
    const wrapped = { ...list, description: 'Returns {"count": number, "notes": [...]}.' }
    expect(await answer([wrapped, get], 'list_notes')).toEqual({ count: 2, notes: whole })
    expect(await answer([list, get], 'get_note', { id: 'N-2' })).toEqual(whole[1])
  })

  it('is that of the outputSchema, and the model’s where no rule gives a part', async () => {
    const outputSchema = {
      type: 'object',
      properties: {
        note: {
          type: 'object',
          properties: { title: { type: 'string' }, id: { type: 'string' }, due: { type: ['string', 'null'] } },
          required: ['id', 'due']
        }
      },
      required: ['note']
    }
    expect(await answer([list, { ...get, outputSchema }], 'get_note', { id: 'N-1' })).toEqual({
      note: { title: 'Milk', id: 'N-1', due: null }
    })
    expect(await answer([list, { ...get, outputSchema }], 'get_note', { id: 'N-9' })).toEqual({
      error: 'Note N-9 not found'
    })
    const more = {
      type: 'object',
      properties: { id: { type: 'string' }, url: { type: 'string' } },
      required: ['id', 'url']
    }
    expect(await play(noted([list, { ...get, outputSchema: more }])).route('get_note', { id: 'N-1' })).toMatchObject({
      by: 'model',
      rule: 'form'
    })
  })

  it('is that of an earlier answer which was not computed', async () => {
    const world = play(noted([list, get]))
    await world.told(
      'list_notes',
      {},
      '{"ok":true,"total":2,"items":[{"title":"Milk","id":"N-1"},{"title":"Eggs","id":"N-2"}]}'
    )
    expect((await world.call('list_notes')).text).toBe(
      '{"ok":true,"total":2,"items":[{"title":"Milk","id":"N-1"},{"title":"Eggs","id":"N-2"}]}'
    )
  })

  it('words an error as the initial state does', async () => {
    const state = `${STATE}\n\nA missing note: "Error: there is no note ID in this book".`
    expect((await play(noted([list, get], state)).call('get_note', { id: 'N-9' })).text).toBe(
      'Error: there is no note N-9 in this book'
    )
  })

  it('holds what belongs to the record, where the description says so', async () => {
    const state = `${STATE}\n\nComments:\n- C-1 (note_id: N-1, text: Two litres)`
    const comments = [
      list,
      { ...get, description: 'A note with its comments.' },
      { name: 'list_comments' },
      { name: 'delete_comment' }
    ]
    expect(await answer(comments, 'get_note', { id: 'N-1' }, state)).toMatchObject({
      title: 'Milk',
      comments: [{ id: 'C-1', text: 'Two litres' }]
    })
    expect(await play(noted(comments)).route('get_note', { id: 'N-1' })).toMatchObject({ by: 'model', rule: 'joined' })
  })
})
