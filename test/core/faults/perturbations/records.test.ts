import { describe, expect, it, test } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { take } from './worlds.ts'

const RECORD = '{"id": 41, "title": "Lost row", "votes": 17, "open": true}'
const read = { action: 'get_issue id=41', observation: RECORD }
const seeds = [0, 1, 2, 3, 4, 5, 6, 7]

async function last(name: string, options: Record<string, string | number | boolean>, turns = [read], setup = {}) {
  const taken = await take({ domain: 'mcp', setup }, [{ name, options, when: { turn: turns.length } }], turns)
  return taken.at(-1)?.text ?? ''
}

describe('schema drift', () => {
  it.each(seeds)('is valid JSON with the same number of values under any seed (%i)', async (seed) => {
    const text = await last('schema-drift', {}, [read], { seed })
    expect(text).not.toBe(RECORD)
    expect(Object.keys(JSON.parse(text)).length).toBeLessThanOrEqual(4)
  })

  it('drifts the same way in later answers', async () => {
    for (const seed of seeds) {
      const taken = await take({ domain: 'mcp', setup: { seed } }, [{ name: 'schema-drift' }], [read, read, read])
      expect(new Set(taken.map(({ text }) => text)).size).toBe(1)
    }
  })

  const outputSchema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      title: { type: 'string' },
      votes: { type: 'integer' },
      open: { type: 'boolean' }
    },
    required: ['id', 'title', 'votes', 'open'],
    additionalProperties: false
  }
  const tools = [{ name: 'get_issue', inputSchema: { type: 'object' }, outputSchema }]

  it('keeps to a declared schema unless it is asked not to', async () => {
    expect(await last('schema-drift', {}, [read], { tools })).toBe(RECORD)
    expect(await last('schema-drift', { violate: true }, [read], { tools })).not.toBe(RECORD)
  })
})

describe('a wrong entity', () => {
  it('keeps the id and has the values of another one', async () => {
    const other = '{"id": 42, "title": "Slow start", "votes": 3, "open": false}'
    const text = await last('wrong-entity', {}, [{ action: 'get_issue id=42', observation: other }, read])
    expect(text).toBe('{"id": 41, "title": "Slow start", "votes": 3, "open": false}')
  })

  it('takes them from a list, or swaps two of one', async () => {
    const listed = '[{"id": 41, "title": "Lost row"}, {"id": 42, "title": "Slow start"}]'
    const list = { action: 'list_issues', observation: listed }
    const record = { action: 'get_issue id=41', observation: '{"id": 41, "title": "Lost row"}' }
    expect(await last('wrong-entity', {}, [list, record])).toBe('{"id": 41, "title": "Slow start"}')
    expect(await last('wrong-entity', {}, [list])).toBe(
      '[{"id": 41, "title": "Slow start"}, {"id": 42, "title": "Lost row"}]'
    )
  })

  it.each(seeds)('or its own with one of them changed, never the id (%i)', async (seed) => {
    const text = await last('wrong-entity', { source: 'changed' }, [read], { seed })
    expect(text).not.toBe(RECORD)
    expect(JSON.parse(text).id).toBe(41)
  })

  it('leaves failures and writes alone', async () => {
    const failed = { action: 'get_issue id=9', observation: '{"error": "no issue 9"}' }
    expect(await last('wrong-entity', {}, [read, failed])).toBe(failed.observation)
    const write = { action: 'update_issue id=41 votes=18', observation: RECORD }
    expect(await last('wrong-entity', {}, [write])).toBe(RECORD)
  })
})

test('JSON that is invalid is so in every way, and what is no JSON is left alone', async () => {
  for (const how of ['cut', 'trailing-comma', 'single-quotes', 'nan', 'html']) {
    const text = await last('invalid-json', { how })
    expect(() => JSON.parse(text)).toThrow()
  }
  const words = { action: 'get_issue id=1', observation: 'nothing' }
  expect(await last('invalid-json', {}, [words])).toBe('nothing')
})

test('an error in a success fits a declared schema as a failure does', async () => {
  const outputSchema = {
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
    additionalProperties: false
  }
  const tools = [{ name: 'get_issue', inputSchema: { type: 'object' }, outputSchema }]
  const turn = { action: 'get_issue id=41', observation: '{"id": 41}' }
  expect(await last('error-in-success', { message: 'Busy.' }, [turn], { tools })).toBe('{"error":"Busy."}')
  expect(JSON.parse(await last('error-in-success', { message: 'Busy.' }))).toEqual({
    status: 'success',
    data: null,
    error: { code: 'UPSTREAM_TIMEOUT', message: 'Busy.' }
  })
})

describe('MCP’s content block', () => {
  const inner = '[{"id": 1}, {"id": 2}, {"id": 3}]'
  const result = (text: string, structured?: unknown) =>
    JSON.stringify({ content: [{ type: 'text', text }], ...(structured ? { structuredContent: structured } : {}) })

  it('stays one; what is in it changes', async () => {
    const turn = { action: 'list_issues', observation: result(inner) }
    expect(await last('partial-results', { which: 'last', share: 0.3 }, [turn])).toBe(result('[{"id": 1}, {"id": 2}]'))
    expect(JSON.parse(await last('truncated', { characters: 4 }, [turn]))).toEqual({
      content: [{ type: 'text', text: '[{"i' }]
    })
  })

  it('says the same as the structured content', async () => {
    const object = (items: string) => `{"items":${items}}`
    const turn = {
      action: 'list_issues',
      observation: result(object('[{"id":1},{"id":2}]'), { items: [{ id: 1 }, { id: 2 }] })
    }
    expect(await last('partial-results', { which: 'last' }, [turn])).toBe(
      result(object('[{"id":1}]'), { items: [{ id: 1 }] })
    )
  })
})

describe('a batch', () => {
  const tools = [{ name: 'create_entities', inputSchema: { type: 'object' } }]
  const action = 'create_entities {"entities": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}'

  it('is done in part, and says so', async () => {
    const turn = { action, observation: '{"created": 3}' }
    const made = JSON.parse(await last('partial-batch', {}, [turn], { tools }))
    expect(made).toEqual({
      created: 2,
      failed: [{ item: expect.stringMatching(/^[abc]$/), error: 'Operation not permitted' }]
    })
  })

  it('or leaves them out without a word', async () => {
    const turn = { action, observation: '[{"name": "a"}, {"name": "b"}, {"name": "c"}]' }
    expect(JSON.parse(await last('partial-batch', { how: 'silent' }, [turn], { tools }))).toHaveLength(2)
  })

  it('of one thing is none', async () => {
    const turn = { action: 'create_entities {"entities": [{"name": "a"}]}', observation: '{"created": 1}' }
    expect(await last('partial-batch', {}, [turn], { tools })).toBe('{"created": 1}')
  })

  it('in a terminal names the files that it failed on', async () => {
    const shown = (lines: string) => `dev@moor:~$ cp -r a b c /tmp\n${lines}dev@moor:~$ `
    const [taken] = await take(
      { domain: 'terminal' },
      [{ name: 'partial-batch', options: { share: 0.7, reason: 'Permission denied' } }],
      [{ action: 'cp -r a b c /tmp', observation: shown('') }]
    )
    const failures = (taken?.text ?? '').split('\n').slice(1, -1)
    expect(failures).toHaveLength(2)
    expect(failures.every((line) => /^cp: cannot open '[abc]' for reading: Permission denied$/.test(line))).toBe(true)
  })
})

test('numbers and dates are written as elsewhere, names and versions are not', async () => {
  const text = 'On 2026-03-04 v1.2.3 of 10.0.0.1 had 1,204.5 points, see /log/2026-03-04.txt at 12:30 and 1,20.'
  const page = { action: 'https://a.example/', observation: `# A\n\n${text}` }
  const [taken] = await take({ domain: 'search' }, [{ name: 'locale' }], [page])
  expect(taken?.text).toBe(
    '# A\n\nOn 04.03.2026 v1.2.3 of 10.0.0.1 had 1.204,5 points, see /log/2026-03-04.txt at 12:30 and 1,20.'
  )
})

test('a trigger says when: the others are left alone', async () => {
  const uses = [{ name: 'empty', when: { tool: 'list_*', call: 2 } }]
  const list = { action: 'list_issues', observation: '[{"id": 1}]' }
  const taken = await take({ domain: 'mcp' }, uses, [list, read, list, list])
  expect(taken.map(({ text }) => text)).toEqual([list.observation, RECORD, '[]', list.observation])
})

test('several take part one after the other, each with what it found', async () => {
  const uses = [
    { name: 'partial-results', options: { which: 'last' } },
    { name: 'truncated', options: { characters: 5 } }
  ]
  const [taken] = await take({ domain: 'mcp' }, uses, [{ action: 'list_issues', observation: '[11, 22, 33]' }])
  expect(taken?.text).toBe('[11, ')
  expect(taken?.firings.map(({ before }) => before)).toEqual(['[11, 22, 33]', '[11, 22]'])
})

test('hits that were altered are still hits', async () => {
  const hit = (n: number) => `[${n}] https://a.example/${n}\nTitle: t\nSnippet: it was ${n}5 m in 20${n}4\nDate: N/A`
  const turn = { action: 'web_search query=a', observation: [1, 2, 3].map(hit).join('\n\n') }
  const search = findDomain('search')
  for (const name of [
    'partial-results',
    'misleading-snippet',
    'oversized',
    'prompt-injection',
    'secret-in-output',
    'locale'
  ]) {
    const [taken] = await take({ domain: 'search' }, [{ name }], [turn])
    const document = search.document?.read(taken?.step.action ?? null, taken?.text ?? '')
    expect(document?.kind, name).toBe('hits')
  }
})

describe('an altered observation keeps to the limit of its branch', () => {
  const listed = '[{"id": 1, "title": "Lost row"}, {"id": 2, "title": "Dark mode"}]'
  const block = JSON.stringify({ content: [{ type: 'text', text: listed }] })

  it.each([listed, block])('when it is padded: %s', async (observation) => {
    const turn = { action: 'list_issues', observation }
    const text = await last('oversized', {}, [turn], { observationLimit: 2000 })
    expect(text.length).toBeLessThanOrEqual(2000)
    expect(text.length).toBeGreaterThan(1000)
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it('and stays as it is where that is impossible', async () => {
    const turn = { action: 'get_issue id=1', observation: 'é'.repeat(200) }
    expect(await last('encoding', { how: 'mojibake' }, [turn], { observationLimit: 210 })).toBe(turn.observation)
  })
})
