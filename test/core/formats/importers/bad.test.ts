// Damaged files of every format: what is wrong is named with its line, the rest is read, and nothing crashes.
import { describe, expect, test } from 'vitest'
import { OrreryError } from '../../../../src/core/errors.ts'
import { findImporter } from '../../../../src/core/formats/importers/index.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'
import { FIRST } from './examples.ts'

/** What reading says of a file: what is wrong, line by line, and what was read all the same. */
async function read(format: string, text: string, name = 'file') {
  const file = textInput(text, name)
  const importer = findImporter(file, format)
  const reading = { now: 7, signal: new AbortController().signal, find: () => null }
  const found: Finding[] = []
  const problems: string[] = []
  try {
    for await (const one of importer.read(file, reading, importer.options.parse({}))) found.push(one)
  } catch (error) {
    // Anything else would be a fault of the program.
    if (!(error instanceof OrreryError)) throw error
    expect(error.code).toBe('invalid-input')
    problems.push(error.message)
  }
  for (const one of found) {
    if (one.type === 'problem') problems.push(`${one.line === null ? '' : `line ${one.line}: `}${one.reason}`)
  }
  return { problems, steps: found.flatMap((one) => (one.type === 'tree' ? one.tree.steps : [])).length }
}

// A field of each example that gets a wrong type, what is said of it, and how many steps are read all the same.
const WRONG: Record<string, { from: string; to: string; says: RegExp; steps: number }> = {
  orrery: {
    from: '"title":"other"',
    to: '"title":5',
    says: /^line 11: branch\.title: Expected a text, not 5\.$/,
    steps: 7
  },
  agentworldbench: {
    from: '"turn_idx":3',
    to: '"turn_idx":"3"',
    says: /^line 3: turn_idx: Expected a whole number of at least 1, not "3"\.$/,
    steps: 6
  },
  tau2: {
    from: '"role": "tool"',
    to: '"role": 5',
    says: /^Simulation 1 was left out: message 4: role: /,
    steps: 0
  },
  atif: {
    from: '"function_name": "list"',
    to: '"function_name": 5',
    says: /^line 14: steps\[1\]: tool_calls\.0\.function_name: Expected a text, not 5\.$/,
    steps: 0
  },
  asciicast: { from: '[0.5,', to: '["0.5",', says: /^line 3: 0: the time has to be a number of seconds$/, steps: 1 },
  inspect: {
    from: '"role": "tool"',
    to: '"role": 5',
    says: /^Sample 1 was left out: messages\.\d+\.role: Expected a text, not 5\.$/,
    steps: 0
  },
  traj: {
    from: '"action": "cat a.py"',
    to: '"action": 5',
    says: /^Step 2 of the trajectory was left out: action: the command has to be a text$/,
    steps: 1
  },
  mcp: {
    from: '"params":{"name":"tool_2"',
    to: '"params":{"name":5',
    says: /^line 10: This call has no name of a tool/,
    steps: 1
  },
  playwright: {
    from: '"callId":"hsvc@10","startTime"',
    to: '"callId":5,"startTime"',
    says: /^line 9: This call has no id/,
    steps: 8
  },
  sharegpt: {
    from: '"from":"observation"',
    to: '"from":5',
    says: /^line 1: conversations\.\d+\.from: Expected a text, not 5\.$/,
    steps: 2
  },
  stabletoolbench: {
    from: '"output": "{',
    to: '"output": 5, "was": "{',
    says: /^output: Expected a text, not 5\.$/,
    steps: 0
  },
  messages: { from: '"tool_call_id":"', to: '"tool_call_id":{},"was":"', says: /^line \d: /, steps: 2 },
  'claude-code': {
    from: '"name":"Read"',
    to: '"name":5',
    says: /^line 5: message\.content\.0\.name: Expected a text, not 5\.$/,
    steps: 1
  },
  'claude-export': {
    from: '"name": "now"',
    to: '"name": 5',
    says: /^Record 1: chat_messages\.1\.content\.0\.name: Expected a text, not 5\.$/,
    steps: 1
  },
  opencode: {
    from: '"tool": "now"',
    to: '"tool": 5',
    says: /messages\.1\.parts\.0\.tool: Expected a text, not 5\.$/,
    steps: 0
  },
  codex: {
    from: '"name":"apply_patch"',
    to: '"name":5',
    says: /^line 5: payload\.name: Expected a text, not 5\.$/,
    steps: 1
  },
  gemini: {
    from: '"name": "list_files"',
    to: '"name": 5',
    says: /^Record 2: parts\.1\.functionCall\.name: Expected a text, not 5\.$/,
    steps: 0
  },
  openhands: {
    from: '"action": "read"',
    to: '"action": 5',
    says: /^Record 4: action: Expected a kind of event/,
    steps: 1
  },
  goose: {
    from: '"name":"now"',
    to: '"name":5',
    says: /^line 1: content\.0\.toolCall\.value\.name: Expected a text, not 5\.$/,
    steps: 1
  },
  'copilot-cli': {
    from: '"name":"now"',
    to: '"name":5',
    says: /^line 1: data\.toolRequests\.0\.name: Expected a text, not 5\.$/,
    steps: 1
  },
  cursor: {
    from: '"message":{"content":[{"type":"tool_use","id":"a"',
    to: '"message":5,"was":{"content":[{"type":"tool_use","id":"a"',
    says: /^line 1: message: Expected /,
    steps: 1
  },
  droid: {
    from: '"role":"assistant"',
    to: '"role":5',
    says: /^line 2: message\.role: Expected a text, not 5\.$/,
    steps: 1
  },
  grok: {
    from: '"name":"now"',
    to: '"name":5',
    says: /^line 2: tool_calls\.0\.name: Expected a text, not 5\.$/,
    steps: 1
  },
  kimi: { from: '"name":"now"', to: '"name":5', says: /^line 2: event\.name: Expected a text, not 5\.$/, steps: 1 },
  pi: {
    from: '"role":"assistant"',
    to: '"role":5',
    says: /^line 2: message\.role: Expected a text, not 5\.$/,
    steps: 1
  },
  'tau-bench': {
    from: '"role": "tool"',
    to: '"role": 5',
    says: /^Record 1: traj\.\d\.role: Expected a text, not 5\.$/,
    steps: 0
  },
  otel: {
    from: '"gen_ai.tool.name":"book"',
    to: '"gen_ai.tool.name":5',
    says: /^line 2: attributes: Expected attributes by name/,
    steps: 1
  },
  langsmith: {
    from: '"id":"b","trace_id":"t","run_type":"tool","name":"now"',
    to: '"id":"b","trace_id":"t","run_type":"tool","name":5',
    says: /^line 2: name: Expected a text/,
    steps: 1
  },
  langfuse: {
    from: '"id":"b","traceId":"t","type":"TOOL","name":"now"',
    to: '"id":"b","traceId":"t","type":"TOOL","name":5',
    says: /^line 2: name: Expected a text/,
    steps: 1
  },
  jsonl: { from: '"action":"wait"', to: '"action":{}', says: /^line 2: This is no textenv action/, steps: 2 }
}

// All of a typescript is what a terminal showed, whatever it is.
const STRUCTURED = FIRST.filter(({ importer }) => importer !== 'typescript')

describe.each(STRUCTURED)('$importer', ({ importer, name, text }) => {
  const lines = text.trimEnd().split('\n')
  // A document that is laid out has no line of its own for each record.
  const byLine = !text.includes('\n  ')

  test('the whole example is read without a problem', async () => {
    const { problems, steps } = await read(importer, text, name)
    expect(problems).toEqual([])
    expect(steps).toBeGreaterThan(0)
  })

  test('6.4 a file that ends in the middle: the last line is named, and what came before is read', async () => {
    const cut = text.slice(0, Math.floor(text.length * 0.9))
    const { problems, steps } = await read(importer, cut, name)
    expect(problems[0]).toMatch(new RegExp(`(^|: )line ${cut.split('\n').length}: `))
    if (byLine) expect(steps).toBeGreaterThan(0)
  })

  test('6.4 a broken line: it is named, and costs only itself', async () => {
    const middle = Math.ceil(lines.length / 2)
    const broken = lines.toSpliced(middle, byLine ? 0 : 1, '{"broken')
    const { problems, steps } = await read(importer, `${broken.join('\n')}\n`, name)
    expect(problems).toEqual([expect.stringMatching(new RegExp(`(^|: )line ${middle + 1}: Not `))])
    if (byLine) expect(steps).toBe((await read(importer, text, name)).steps)
  })

  test('6.4 a field of the wrong type: it is named with its place', async () => {
    const wrong = WRONG[importer]
    if (!wrong) throw new Error(`Say in WRONG which field of ${importer} gets a wrong type.`)
    expect(text).toContain(wrong.from)
    const { problems, steps } = await read(importer, text.replace(wrong.from, wrong.to), name)
    expect({ problems, steps }).toEqual({
      problems: expect.arrayContaining([expect.stringMatching(wrong.says)]),
      steps: wrong.steps
    })
  })

  test('an empty file is said to be empty, also where the format is named', () => {
    for (const empty of ['', '\n \n']) {
      expect(() => findImporter(textInput(empty, name), importer)).toThrow(
        'There is nothing to import: the file is empty.'
      )
    }
  })

  test('6.4 noise: each is refused in words, and nothing comes of it', async () => {
    for (const noise of [NOISE, '\u0000'.repeat(100), '[]', '{}', 'null', '[[[[', '{"a":'.repeat(100_000)]) {
      const { problems, steps } = await read(importer, noise, name)
      expect([noise.slice(0, 20), problems.length > 0, steps]).toEqual([noise.slice(0, 20), true, 0])
    }
  })
})

const CAST = '{"version":2,"width":80}\n[0.1,"o","$ ls\\r\\n"]\n[0.2,"o","a.txt\\r\\n$ "]\n'
const EVENT = [{ role: 'assistant', tool_calls: [{ id: 'a', function: 'list', arguments: {} }] }]
const log = (sample: unknown) => JSON.stringify({ version: 2, eval: { task: 'sums' }, samples: [sample] })
const cast = (event: string) => `${CAST}${event}\n`
const OTHERWISE = 'If it is of another format, name that one with --format.'

test.each([
  [
    'asciicast',
    '{"version":4,"width":80}\n',
    '"f" is no asciicast: line 1: version: only the versions 1, 2 and 3 of asciicast can be read; "asciinema convert" writes them'
  ],
  ['asciicast', '{"version":2,"width":"80"}\n', '"f" is no asciicast: line 1: width: Expected a number, not "80".'],
  ['asciicast', '[1,"o","$ "]\n', '"f" is no asciicast: line 1: Expected an object, not [1,"o","$ "].'],
  ['asciicast', cast('[-1,"o","x"]'), 'line 4: 0: the time is negative'],
  ['asciicast', cast('{"a":1}'), 'line 4: an event is [seconds, code, text]'],
  ['asciicast', cast('[1,"o",{}]'), 'line 4: 2: the code and the text of an event have to be texts'],
  ['asciicast', cast('[1,"o"]'), 'line 4: 2: the code and the text of an event have to be texts'],
  ['asciicast', '{"version":1,"width":80}', `"f" is no asciicast: "stdout" is missing (a list). ${OTHERWISE}`],
  [
    'asciicast',
    '{"version":1,"stdout":[["x","b"],[-3,"c"]]}',
    `"f" is no asciicast: stdout.0.0: the time has to be a number of seconds. stdout.1.0: the time is negative. ${OTHERWISE}`
  ],
  [
    'inspect',
    '{"version":3,"eval":{"task":"x"}}',
    `"f" is no Inspect log: version: only the versions 1 and 2 of the log can be read; write it with an Inspect that has one of them. ${OTHERWISE}`
  ],
  ['inspect', '{"version":2}', `"f" is no Inspect log: "eval" is missing (an object). ${OTHERWISE}`],
  ['inspect', log(5), 'Sample 1 was left out: Expected an object, not 5.'],
  ['inspect', log({ messages: [] }), 'Sample 1 was left out: "id" is missing.'],
  ['inspect', log({ id: {} }), 'Sample 1 was left out: id: Expected a text or a number, not {}.'],
  ['inspect', log({ id: 1, attachments: [] }), 'Sample 1 was left out: attachments: Expected an object, not [].'],
  [
    'inspect',
    log({ id: 1, messages: [...EVENT, { role: 'tool', tool_call_id: 'b', content: '' }] }),
    'Sample 1 has no tool call with an answer.'
  ],
  [
    'inspect',
    log({
      id: 1,
      messages: [
        { role: 'assistant', tool_calls: [{ id: 'a', function: '', arguments: {} }] },
        { role: 'tool', tool_call_id: 'a' }
      ]
    }),
    'Sample 1 is read up to message 2, whose call is no mcp action: name: name is empty; e.g. {"name": "read_file", "arguments": {"file_path": "src/app.py"}}'
  ],
  [
    'traj',
    '{}',
    `"f" is no SWE-agent trajectory: it has neither a "trajectory" nor a "history", of which a SWE-agent file has one. ${OTHERWISE}`
  ],
  ['traj', '{"trajectory":{}}', `"f" is no SWE-agent trajectory: trajectory: Expected a list, not {}. ${OTHERWISE}`],
  [
    'traj',
    '{"history":[{"role":5}]}',
    `"f" is no SWE-agent trajectory: history.0.role: Expected a text, not 5. ${OTHERWISE}`
  ],
  [
    'traj',
    '{"trajectory":[{"observation":"x"}]}',
    'Step 1 of the trajectory was left out: action: the command has to be a text'
  ],
  [
    'traj',
    '{"trajectory":[{"action":"ls","execution_time":"3"}]}',
    'Step 1 of the trajectory was left out: execution_time: Expected a number, not "3".'
  ],
  ['traj', '{"trajectory":["ls"]}', 'Step 1 of the trajectory was left out: Expected an object, not "ls".']
])('6.4 %s says in words what is wrong with %s', async (format, text, says) => {
  const { problems } = await read(format, text, 'f')
  expect(problems[0]).toBe(says)
})

// Bytes of all values, the same ones at every run.
let seed = 7
const NOISE = Array.from({ length: 5000 }, () => {
  seed = (seed * 48271) % 0x7fffffff
  return String.fromCharCode(seed % 256)
}).join('')
