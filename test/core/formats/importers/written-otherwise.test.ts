// Conversations whose parts stand in other types than usual: JSON as text, values in place of text, Python's words, calls written out.
import { expect, test } from 'vitest'
import { read } from './reading.ts'

const ASKED = { role: 'user', content: 'What is there?' }
const CALL = { id: 'c1', type: 'function', function: { name: 'ls', arguments: '{"path":"/"}' } }
const ANSWER = { role: 'tool', tool_call_id: 'c1', content: 'a.txt' }
const LS = { name: 'ls', arguments: { path: '/' } }
const calls = (...tool_calls: object[]) => ({ role: 'assistant', content: null, tool_calls })
const says = (content: string) => ({ role: 'assistant', content })
const row = (...messages: object[]) => ({ messages: [ASKED, ...messages] })
const shares = (...said: [from: string, value: unknown][]) => ({
  conversations: said.map(([from, value]) => ({ from, value }))
})

async function stepsOf(text: string) {
  const { worlds, problems } = await read(text)
  expect(problems).toEqual([])
  return worlds.flatMap(({ steps }) => steps)
}

test.each<[what: string, row: object, steps: [action: unknown, shown: string][]]>([
  ['calls as JSON text', row({ ...calls(), tool_calls: JSON.stringify([CALL]) }, ANSWER), [[LS, 'a.txt']]],
  ['messages as JSON text', { messages: JSON.stringify([ASKED, calls(CALL), ANSWER]) }, [[LS, 'a.txt']]],
  ['an object as the answer', row(calls(CALL), { ...ANSWER, content: { files: ['a'] } }), [[LS, '{"files":["a"]}']]],
  ['a number as the answer', row(calls(CALL), { ...ANSWER, content: 42 }), [[LS, '42']]],
  ['nothing as the answer', row(calls(CALL), { ...ANSWER, content: null }), [[LS, '']]],
  [
    'numbers as ids',
    row(
      calls({ ...CALL, id: 1 }, { id: 2, function: { name: 'pwd', arguments: '{}' } }),
      { role: 'tool', tool_call_id: 2, content: '/' },
      { role: 'tool', tool_call_id: 1, content: 'a.txt' }
    ),
    [
      [{ name: 'pwd', arguments: {} }, '/'],
      [LS, 'a.txt']
    ]
  ],
  [
    "a dictionary of Python's between tags",
    row(says("<tool_call>\n{'name': 'f', 'arguments': {'ok': True, 'q': \"it's\", 'z': None}}\n</tool_call>"), ANSWER),
    [[{ name: 'f', arguments: { ok: true, q: "it's", z: null } }, 'a.txt']]
  ],
  [
    'a call that is written out',
    row(
      says(
        '<tool_call>\n<function=write>\n<parameter=path>\n/tmp/a\n</parameter>\n<parameter=text>\nif a < b:\n\n  "c"\n</parameter>\n<parameter=times>\n3\n</parameter>\n</function>\n</tool_call>'
      ),
      ANSWER
    ),
    [[{ name: 'write', arguments: { path: '/tmp/a', text: 'if a < b:\n\n  "c"', times: 3 } }, 'a.txt']]
  ],
  [
    'a ShareGPT message that is null, and an answer that is an object',
    shares(
      ['human', 'x'],
      ['gpt', null],
      ['function_call', '{"name":"ls","arguments":{"path":"/"}}'],
      ['observation', { a: 1 }]
    ),
    [[LS, '{"a":1}']]
  ],
  [
    'nulls that a table has put in place of the arguments of another tool',
    {
      ...row(
        calls({
          id: 'c1',
          function: { name: 'ls', arguments: { path: '/', depth: null, to: null, sort: { by: 'name', way: null } } }
        }),
        ANSWER
      ),
      tools: [
        {
          name: 'ls',
          inputSchema: {
            type: 'object',
            properties: {
              path: { type: 'string' },
              depth: { type: ['integer', 'null'] },
              sort: { type: 'object', properties: { by: { type: 'string' } } }
            }
          }
        }
      ]
    },
    [[{ name: 'ls', arguments: { path: '/', depth: null, sort: { by: 'name' } } }, 'a.txt']]
  ]
])('%s', async (_, given, steps) => {
  expect(await stepsOf(`${JSON.stringify(given)}\n`)).toEqual(steps)
})

test("what Python's json writes of numbers that are none is null, in a text it is a text", async () => {
  const text = JSON.stringify({ ...row(calls(CALL), { ...ANSWER, content: 'NaN "Infinity' }), score: 0 })
  expect(await stepsOf(text.replace('"score":0', '"score": NaN, "least": -Infinity'))).toEqual([[LS, 'NaN "Infinity']])
})

test('a call whose arguments are broken is told by its place, and so is a file that has more wrong with it than NaN', async () => {
  const broken = { ...CALL, function: { name: 'ls', arguments: '{"path' } }
  const { problems } = await read(`${JSON.stringify(row(calls(broken), ANSWER))}\n{"messages": [NaN, }\n`)
  expect(problems.map(([, reason]) => reason)).toEqual([
    expect.stringMatching(/^Action 1 is none of the mcp domain: its arguments are no JSON \(/),
    expect.stringMatching(/^Not JSON: /)
  ])
})
