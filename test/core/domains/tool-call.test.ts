import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mcp } from '../../../src/core/domains/mcp/index.ts'
import { search } from '../../../src/core/domains/search/index.ts'
import { swe } from '../../../src/core/domains/swe/index.ts'
import { OrreryError } from '../../../src/core/errors.ts'
import { userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import type { Action } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const call = (name: string, given: Record<string, Action> = {}) => ({ name, arguments: given })

describe('an action of a tool domain is one call', () => {
  it.each<[string, unknown, unknown]>([
    ['as it is', call('ping', { a: [1, { b: null }] }), call('ping', { a: [1, { b: null }] })],
    ['without arguments', { name: 'ping' }, call('ping')],
    ['with null for them', { name: 'ping', arguments: null }, call('ping')],
    [
      'of OpenAI',
      { id: '1', type: 'function', function: { name: 'ping', arguments: '{"a": 1}' } },
      call('ping', { a: 1 })
    ],
    ['of OpenAI without arguments', { function: { name: 'ping', arguments: '' } }, call('ping')],
    ['of Anthropic', { type: 'tool_use', id: 't1', name: 'ping', input: { a: 1 } }, call('ping', { a: 1 })],
    ['of Gemini', { name: 'ping', args: { a: 1 } }, call('ping', { a: 1 })]
  ])('takes a call %s', (_name, given, expected) => {
    expect(mcp.action.parse(given)).toEqual(expected)
  })

  it.each<[unknown, string]>([
    ['ping', 'a tool call is a JSON object with name and arguments'],
    [[call('ping')], 'a tool call is a JSON object with name and arguments'],
    [{ tool: 'ping' }, 'name is the name of a tool'],
    [{ name: '' }, 'name is empty'],
    [{ name: 'ping', arguments: '{"a"' }, "arguments is an object with the tool's parameters"],
    [{ name: 'ping', arguments: [1] }, "arguments is an object with the tool's parameters"],
    [{ ...call('ping'), why: 'x' }, 'and nothing else']
  ])('teaches the format when given %j', (given, lesson) => {
    const result = mcp.action.safeParse(given)
    expect(result.success).toBe(false)
    expect(z.prettifyError(must(result.error))).toContain(lesson)
    expect(z.prettifyError(must(result.error))).toContain('{"name": "read_file"')
  })

  it('reads back what it writes, through a prompt too', () => {
    const actions = [
      call('ping'),
      call('write', { text: 'a\n```\nb\n```\n', deep: { list: [1, 'zwei', null, true] }, '🙂': 'שלום\u0007' })
    ]
    for (const action of actions) {
      expect(mcp.read(mcp.format(action))).toEqual(action)
      expect(mcp.read(readUserTurn(userTurn(mcp, 3, action, { instruction: 'fail' })).action)).toEqual(action)
    }
  })
})

describe('a call is typed in one line and told in one', () => {
  it.each<[string, Action]>([
    ['ping', call('ping')],
    ['  list state=open limit=5 all=true none=null ', call('list', { state: 'open', limit: 5, all: true, none: null })],
    ['find query="two words" near=\'a "b"\'', call('find', { query: 'two words', near: 'a "b"' })],
    [
      'add tags=["a b", "c"] at={"x": 1, "y": [2]} n=1',
      call('add', { tags: ['a b', 'c'], at: { x: 1, y: [2] }, n: 1 })
    ],
    ['find pattern="a\\"b\\n" path=/etc/hosts?x=1', call('find', { pattern: 'a"b\n', path: '/etc/hosts?x=1' })],
    [
      'set version=1.10 id=007 big=12345678901234567890 text="7"',
      call('set', { version: '1.10', id: '007', big: '12345678901234567890', text: '7' })
    ],
    ['set empty= last=', call('set', { empty: '', last: '' })],
    ['set __proto__=1', call('set', JSON.parse('{"__proto__": 1}'))],
    ['create {"title": "x", "n": [1]}', call('create', { title: 'x', n: [1] })]
  ])('reads %s', (line, expected) => {
    expect(mcp.fromText(line)).toEqual(expected)
  })

  it.each(['find two words', 'find query=a and more', 'create {"title": }'])(
    'teaches the form when given %s',
    (line) => {
      expect(() => mcp.fromText(line)).toThrow(OrreryError)
      expect(() => mcp.fromText(line)).toThrow(/is not a tool call: .*e\.g\. read_file file_path=src\/app\.py/)
    }
  )

  it.each(['{"x":', '{"name": "ping", ', '[', '[{"name": "ping"}', ' {x=1}'])(
    'says of %s that it is not JSON yet, in every domain of tools',
    (line) => {
      // What a person looks for may begin with a bracket.
      for (const domain of line.startsWith('[') ? [mcp, swe] : [mcp, swe, search]) {
        expect(() => domain.fromText(line)).toThrow(OrreryError)
        expect(() => domain.fromText(line)).toThrow(
          /^".+" is not JSON yet: .+\. Finish it, e\.g\. \{"name": "read_file"/
        )
      }
    }
  )

  it('takes a call that is written as JSON, and says what is wrong with other JSON', () => {
    for (const domain of [mcp, swe, search]) {
      expect(domain.fromText('{"name": "ping", "arguments": {"a": 1}}')).toEqual(call('ping', { a: 1 }))
      expect(domain.fromText('{"name": "ping", "input": {"a": 1}}')).toEqual(call('ping', { a: 1 }))
      expect(() => domain.fromText('{"x": 1}')).toThrow(OrreryError)
      expect(() => domain.fromText('{"x": 1}')).toThrow(/ is not a tool call: it is JSON, but /)
    }
    for (const domain of [mcp, swe]) expect(() => domain.fromText('[1]')).toThrow(/it is JSON, but /)
    expect(search.fromText('[solved] wifi')).toEqual(call('web_search', { queries: ['[solved] wifi'] }))
  })

  it('reads its own labels back, as long as nothing was shortened', () => {
    const actions = [
      call('ping'),
      call('x', {
        a: 'plain',
        b: 'two words',
        c: '7',
        d: 7,
        e: null,
        f: ['a b', { g: 1 }],
        h: 'say "so"',
        i: '',
        j: 'true',
        k: 'a\nb'
      })
    ]
    expect(actions.map((action) => mcp.fromText(mcp.label(action)))).toEqual(actions)
    expect(mcp.label(call('x', { a: 'one\ntwo' }))).toBe('x a="one\\ntwo"')
  })

  it('shortens long values and long calls without breaking a character', () => {
    const label = mcp.label(call('write', { content: '🙂'.repeat(50_000), path: 'a' }))
    expect(label).toBe(`write content=${'🙂'.repeat(29)}… path=a`)
    const many = mcp.label(call('x', Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`k${at}`, at]))))
    expect([many.length, many.at(-1)]).toEqual([240, '…'])
  })
})
