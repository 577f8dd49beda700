import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { domains } from '../../../src/core/domains/index.ts'
import { orError } from '../../../src/core/domains/or-error.ts'
import { terminal } from '../../../src/core/domains/terminal/index.ts'
import { misfit } from '../../../src/core/domains/tools/schema.ts'
import { readValue } from '../../../src/core/observations/documents/value.ts'
import { act, committed, ls, scripted, start, tagged } from '../acting.ts'

/** A tool that answers with a count when it is asked to count. */
const counter = {
  ...terminal,
  id: 'counter',
  action: z.json(),
  format: (action: unknown) => JSON.stringify(action),
  label: () => 'call',
  tools: {
    of: () => [],
    certain: () => null,
    schema: (action: unknown, { instruction }: { instruction: string }) =>
      action === 'count'
        ? { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'], title: instruction }
        : null
  }
}
const failing = { ...counter, id: 'failing', document: { read: (_action: unknown, text: string) => readValue(text) } }
domains.push(counter, failing)
afterAll(() => void domains.splice(-2))

describe('an answer is held to what its domain knows of its form', () => {
  const answering = (text: string) => scripted(() => [tagged(text)])

  it('passes the schema of this action on', async () => {
    const { engine, requests } = answering('{"count": 3}')
    start(engine, { domain: 'counter', instruction: 'Rule.' })
    const { call } = committed(await act({ action: 'count' }))
    await act({ action: 'talk' })
    expect(requests.map(({ shape }) => shape)).toEqual([
      {
        tags: false,
        schema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'], title: 'Rule.' }
      },
      { tags: false, schema: null }
    ])
    expect(call.warnings).toEqual([])
  })

  it.each([
    ['about three', /^The observation is not the JSON that was asked for: Unexpected token 'a', .*\.$/],
    ['{"count": "three"}', 'The observation is not the JSON that was asked for: count: Expected a number, not "three".']
  ])('an answer that does not fit is kept with a warning: %s', async (text, warning) => {
    start(answering(text).engine, { domain: 'counter' })
    const { step, call } = committed(await act({ action: 'count' }))
    expect(step.observation.text).toBe(text)
    expect(call.warnings).toEqual([typeof warning === 'string' ? warning : expect.stringMatching(warning)])
  })

  it('an error in words is no misfit where the domain reads it as one', async () => {
    start(answering('Error: there is no room 99').engine, { domain: 'failing' })
    expect(committed(await act({ action: 'count' })).call.warnings).toEqual([])
    start(answering('There are three').engine, { domain: 'failing' })
    expect(committed(await act({ action: 'count' })).call.warnings).toEqual([expect.stringMatching(/^The observation/)])
  })

  it('what fits one of several is no misfit; what fits none is told of the first', () => {
    const several = orError({
      type: 'object',
      properties: { count: { type: 'integer' }, next: { $ref: '#' } },
      required: ['count'],
      additionalProperties: false
    })
    const told = [
      '{"count":1,"next":{"count":2}}',
      '{"error":"gone"}',
      '{"count":1,"next":{"error":"gone"}}',
      '{"error":1}'
    ]
    expect(told.map((text) => misfit(text, several))).toEqual([
      null,
      null,
      expect.stringContaining('next: "count" is missing'),
      expect.stringContaining('"count" is missing')
    ])
  })

  it('keeps an answer whose schema cannot be followed, and says nothing of it', () => {
    const dangling = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/b' } },
      $defs: { b: { $ref: '#/$defs/none' } }
    }
    expect(misfit('{"a": 1}', dangling)).toBeNull()
  })

  it('asks for tags only where a model forgets them', async () => {
    const asked = async (suited: 'standard' | 'small', template: string) => {
      const { engine, requests } = scripted(() => [tagged('a')], { info: { template: suited } })
      start(engine, { template })
      await act({ action: ls })
      return requests[0]?.shape.tags
    }
    expect(await asked('small', 'standard')).toBe(true)
    expect(await asked('standard', 'standard')).toBe(false)
    expect(await asked('small', 'auto')).toBe(false)
  })
})

describe('a trace is kept when it is asked for', () => {
  const trace = [{ text: 'a', probability: 0.5, top: [{ text: 'b', probability: 0.5 }] }]

  it('asks the engine and keeps what it tells', async () => {
    const { engine, requests } = scripted(() => [tagged('a')], { done: { trace } })
    start(engine)
    expect(committed(await act({ trace: true })).call).toMatchObject({ trace, warnings: [] })
    await act()
    expect(requests.map((request) => request.trace)).toEqual([true, false])
  })

  it('says so when the engine cannot tell', async () => {
    start(scripted(() => [tagged('a')]).engine)
    expect(committed(await act({ trace: true })).call).toMatchObject({
      trace: null,
      warnings: ['There is no trace: this engine does not tell how probable its tokens were.']
    })
    expect(committed(await act()).call.warnings).toEqual([])
  })
})
