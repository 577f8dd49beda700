import { describe, expect, it } from 'vitest'
import type { DerivedState } from '../../../src/core/domains/capabilities.ts'
import { search } from '../../../src/core/domains/search/index.ts'
import type { ToolCall } from '../../../src/core/domains/tool-call.ts'
import { type Action, Setup } from '../../../src/core/tree/model.ts'

const world = (tools: Setup['tools'] = []) => Setup.parse({ domain: 'search', tools })
const call = (name: string, given: Record<string, Action> = {}) => ({ name, arguments: given })
const find = (...queries: string[]) => call('web_search', { queries })
const entry = (rank: number, name: string) =>
  `[${rank}] https://${name}.example/\nTitle: ${name}\nSnippet: About ${name} ...\nDate: Jan 1, 2024`
const hit = (rank: number, name: string, query?: string) => ({
  rank,
  url: `https://${name}.example/`,
  title: name,
  snippet: `About ${name} ...`,
  date: 'Jan 1, 2024',
  ...(query !== undefined && { query })
})

describe('results of a search are read one by one', () => {
  it('reads address, title, snippet and date', () => {
    const text = `${entry(1, 'a')}\n\n${entry(2, 'b')}\n`
    expect(search.document?.read(find('q'), text)).toEqual({
      kind: 'hits',
      text,
      query: 'q',
      hits: [hit(1, 'a'), hit(2, 'b')]
    })
    expect(search.document?.read(call('web_search', { query: 'q' }), text)).toMatchObject({ query: 'q' })
  })

  it('gives the results of several queries to each in turn', () => {
    const text = [entry(1, 'a'), entry(2, 'b'), '## second', entry(1, 'c'), entry(1, 'd')].join('\n\n')
    expect(search.document?.read(find('first', 'second', 'third'), text)).toEqual({
      kind: 'hits',
      text,
      query: null,
      hits: [hit(1, 'a', 'first'), hit(2, 'b', 'first'), hit(1, 'c', 'second'), hit(1, 'd', 'third')]
    })
  })

  it('makes the best of entries that are written otherwise', () => {
    const text =
      '[1] A title\nURL: https://a.example\n**Snippet:** one\ntwo\n\n[2] [B](https://b.example/x)\n\n[3]\nTitle: C'
    const none = { snippet: '', date: '' }
    expect(search.document?.read(find('q'), text)).toEqual({
      kind: 'hits',
      text,
      query: 'q',
      hits: [
        { rank: 1, url: 'https://a.example', title: 'A title', snippet: 'one\ntwo', date: '' },
        { rank: 2, url: 'https://b.example/x', title: 'B', ...none },
        { rank: 3, url: '', title: 'C', ...none }
      ]
    })
  })

  it.each<[ToolCall, string, unknown]>([
    [find('q'), 'No results found.', { kind: 'text', error: false }],
    [find('q'), 'Error: the search engine did not answer', { kind: 'text', error: true }],
    [call('web_extractor', { url: 'https://a.example' }), 'Plain words.', { kind: 'markdown' }],
    [
      call('web_extractor', { url: 'https://a.example' }),
      'Error: could not fetch https://a.example (404 Not Found)',
      { kind: 'text', error: true }
    ],
    [call('dict_memory', { action: 'retrieve_all' }), '{"a": "1"}', { kind: 'json', value: { a: '1' }, error: false }],
    [
      call('dict_memory', { action: 'add' }),
      'Successfully added items of [**a**, [b](c)] to memory.',
      { kind: 'text', error: false }
    ]
  ])('shows the answer to %j as what it is', (action, text, expected) => {
    expect(search.document?.read(action, text)).toEqual({ text, ...Object(expected) })
  })
})

describe('links and typed lines become calls', () => {
  it('follows addresses of the web, and nothing else', () => {
    const read = (url: string) => call('web_extractor', { url })
    expect(search.document?.follow?.('https://a.example/x?y=1#z')).toEqual(read('https://a.example/x?y=1#z'))
    expect(search.document?.follow?.('HTTP://a.example')).toEqual(read('HTTP://a.example'))
    const others = [
      '#top',
      '/x',
      'page.html',
      'mailto:a@b.example',
      'javascript:alert(1)',
      'file:///etc/hosts',
      'https://',
      'https://a b'
    ]
    expect(others.map((url) => search.document?.follow?.(url))).toEqual(others.map(() => null))
  })

  it('searches for what is neither a call nor an address', () => {
    expect(search.fromText('how tall is K2?')).toEqual(find('how tall is K2?'))
    expect(search.fromText('python key=value syntax')).toEqual(find('python key=value syntax'))
    expect(search.fromText('https://a.example/x')).toEqual(call('web_extractor', { url: 'https://a.example/x' }))
    expect(search.fromText('web_search queries=["a b", "c"]')).toEqual(find('a b', 'c'))
    expect(search.fromText('dict_memory action=retrieve_all')).toEqual(call('dict_memory', { action: 'retrieve_all' }))
  })
})

describe('a search world refuses calls that say too little, and keeps the memory', () => {
  it.each<[ToolCall, string | null]>([
    [call('web_search'), 'Error: web_search needs queries, such as ["opening hours of the Louvre"], or query.'],
    [
      call('web_search', { queries: [] }),
      'Error: params/queries is not valid: Too small: expected array to have >=1 items'
    ],
    // What another tool would want of such an argument does not matter here.
    [call('web_search', { query: 'a', action: 'add' }), null],
    [call('web_search', { queries: 'a' }), 'Error: params/queries must be array'],
    [call('web_extractor', { goal: 'x' }), 'Error: web_extractor needs url, such as "https://example.org/", or urls.'],
    [call('dict_memory', { action: 'add' }), 'Error: dict_memory needs dict for add.'],
    [call('dict_memory', { action: 'remove' }), 'Error: dict_memory needs key_list for remove.'],
    [
      call('dict_memory', { action: 'forget' }),
      'Error: params/action must be one of: add, update, retrieve, retrieve_all, remove, remove_all'
    ],
    [call('browse'), 'Error: Tool "browse" not found. Available tools: web_search, web_extractor, dict_memory.'],
    [find('a'), null],
    [call('web_extractor', { urls: ['https://a.example'], goal: 'x' }), null],
    [call('dict_memory', { action: 'remove_all' }), null]
  ])('answers %j', (action, expected) => {
    expect(search.tools?.certain(action, world())).toBe(expected)
  })

  it("knows nothing of what a session's own tools need", () => {
    const own = [{ name: 'web_search', inputSchema: { type: 'object' } }]
    expect(search.tools?.certain(call('web_search'), world(own))).toBeNull()
  })

  it('begins the results of its own search engine, for models that need it', () => {
    expect(search.prediction.prefill(find('a'), search.initial(world()))).toBe('[1] https://')
    expect(
      search.prediction.prefill(call('web_extractor', { url: 'https://a.example' }), search.initial(world()))
    ).toBe('')
    const own = world([{ name: 'web_search', inputSchema: { type: 'object' } }])
    expect(search.prediction.prefill(find('a'), search.initial(own))).toBe('')
  })

  it('folds searches, pages and notes', () => {
    const steps: [ToolCall, string][] = [
      [find('a', 'b'), entry(1, 'a')],
      [call('web_extractor', { url: 'https://a.example/' }), '# A'],
      [call('web_extractor', { urls: ['https://a.example/', 'https://b.example/'] }), '# A'],
      [call('web_extractor', { url: 'https://c.example/' }), 'Error: could not fetch it'],
      [call('dict_memory', { action: 'add', dict: { x: '1', y: '2', constructor: '3' } }), 'Successfully added.'],
      [call('dict_memory', { action: 'update', dict: { x: '4' } }), 'Successfully updated.'],
      [call('dict_memory', { action: 'remove', key_list: ['y'] }), 'Successfully removed.']
    ]
    const state = steps.reduce<DerivedState>(
      (before, [action, text]) => search.fold(before, { action, observation: { text } }),
      search.initial(world())
    )
    expect(state).toEqual({
      ownTools: true,
      searched: 2,
      pages: ['https://a.example/', 'https://b.example/'],
      memory: { x: '4', constructor: '3' }
    })
  })
})
