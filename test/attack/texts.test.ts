// No text holds the host: whatever a model, a file or a server writes, the work is in proportion to its length.
import { describe, expect, it } from 'vitest'
import { domains } from '../../src/core/domains/index.ts'
import { readCommandLine } from '../../src/core/domains/tools/command-line.ts'
import { misfit } from '../../src/core/domains/tools/schema.ts'
import { readTools } from '../../src/core/domains/tools/tools.ts'
import { OrreryError } from '../../src/core/errors.ts'
import { importers } from '../../src/core/formats/importers/index.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { listed, output, readTold } from '../../src/core/grounds/effects/told.ts'
import { readers, readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { changes, unchanged } from '../../src/core/observations/screens/screen.ts'
import { clean } from '../../src/core/observations/terminal/clean.ts'
import { isPicture } from '../../src/core/observations/terminal/picture.ts'
import { difference, transcript } from '../../src/core/observations/terminal/transcript.ts'
import { blockOf, parse } from '../../src/core/step/parse.ts'
import { createParser } from '../../src/core/step/parse-stream.ts'
import { readUserTurn } from '../../src/core/step/turns.ts'
import { plain, trimEndOf, trimLines } from '../../src/core/text/plain.ts'
import { clip, createCutStream, endingOf, unmarked } from '../../src/core/tree/cut.ts'
import { type Action, Setup, type Step } from '../../src/core/tree/model.ts'
import { oneLine, visible } from '../../src/host/commands/print.ts'
import { readDefinitions } from '../../src/host/domains/tools/read.ts'
import { act, scripted, start } from '../core/acting.ts'
import { workOf, workOfAsync } from './work.ts'

/** Reads the text as this format; that nothing of it can be read is an answer too. */
async function imported(text: string, format: string): Promise<void> {
  await readText(text, { format, now: 1 }).catch((error: unknown) => {
    if (!(error instanceof OrreryError)) throw error
  })
}

// Each made some code somewhere look again at what it had looked at before.
const PIECES = [
  ...[' ', '\n', '\t', '\r\n', '\r', ' \n', '\n\n\n', '\u00a0', '\u2028', 'a', 'a ', 'a\n', '0', '.', '/', '_', '-'],
  ...['<think>', '</think>', '<think><predicted_observation>', '<predicted_observation>a', '</predicted_observation>'],
  ...['<think>a<predicted_observation>b</think>', '**', '**Environment Observation:**\n'],
  ...[
    '`',
    '```\n',
    '[',
    ']',
    '](',
    '[a](',
    '{',
    '}',
    '{"a":',
    '[1,',
    '"',
    "'",
    '\\',
    '\\"',
    '(',
    ')',
    ',',
    ':',
    '|',
    '#',
    '*'
  ],
  ...[
    '\u001b',
    '\u001b[',
    '\u001b[1;',
    '\u001b]0;',
    '\u009b',
    '\u0007',
    '\u0008',
    '\u0301',
    '🙂',
    '\ud83d',
    '\u202e',
    '\u0000'
  ],
  ...[
    '<',
    '>',
    '<a ',
    '<div>',
    '</div>',
    '<!--',
    '&',
    '&amp;',
    '- ',
    '- a:\n',
    '  ',
    '\t[a1] button "x"\n',
    "[1] a 'b'\n"
  ],
  ...['a1 amd64 1.0 ', 'a-1', 'a-1.0 ', '-1', 'a==1.0 '],
  ...['$ ', 'u@h:~# ', '~\n', '(END)', '1\tx\n', '1: ', '[1] ', 'Tab 1: ', ' | Tab 1: ', 'URL: x\n', 'Title: x\n'],
  ...[
    'Reward: 1\n',
    'Admissible actions: [a\n',
    'Stdout: x\n',
    'Exit Code: 1\n',
    '<output>',
    '@@ -1 +1 @@\n',
    '--- a\n'
  ],
  ...[
    'a=b ',
    "a='",
    'on ',
    'File: a/',
    'pyautogui.click(1, 2)\n',
    "'a', ",
    '### Turn 1\n',
    '**Action:**\n',
    'y: &a [*a]\n'
  ],
  // The screens and the actions of AgentWorldBench's android agents.
  ...[
    '[ 0] | a.B | text="',
    '[ 0] | a.B | text="a" desc="b" | bounds=[0,0][1,1] | clickable\n',
    ' | bounds=[',
    '1. View: "a", "b',
    '1. View: "a", "b" - (0,0,1,1)\n',
    '- View text="a" flags=a,b bounds=0,0,1,1\n',
    '  - View id="',
    ' [id="',
    '<invoke name="phone">\n<parameter name="action">',
    '<parameter name="a">b</parameter>',
    'touch <button ',
    "touch <button a='",
    'set_text <input>',
    'scroll up <a>'
  ]
]

// Four times the length may take four times the work, and half as much again for what only begins to count in the longer one.
const SHORT = 300
const LONG = 1200
const MOST = 6
// What a text of no length takes: tables that are made, patterns that are tried.
const ALWAYS = 3_000

const fill = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length))
const FORMS: [string, (piece: string, size: number) => string][] = [
  ['alone', fill],
  ['between words', (piece, size) => `a b\n${fill(piece, size)}c d`]
]

const ACTIONS: Record<string, Action> = {
  terminal: [{ keystrokes: 'ls\n', duration: 1 }],
  swe: { name: 'read_file', arguments: { file_path: 'a.py' } },
  mcp: { name: 'get', arguments: {} },
  search: { name: 'web_search', arguments: { queries: ['a', 'b'] } },
  web: "click('a12')",
  android: { action_type: 'click', index: 3 },
  os: 'pyautogui.click(1, 2)',
  textenv: 'look'
}

// A command of an agent, so far: what follows is read as a part of it.
const BEGUN = [
  '<invoke name="phone">',
  '<invoke name="phone"><parameter name="text">',
  'touch <button>',
  'set_text <input '
]

const stepOf = (text: string, action: Action = ACTIONS.terminal ?? null): Step => ({
  id: 'a'.repeat(64),
  parent: null,
  action,
  observation: { text }
})

const streamed = (text: string, size: number): void => {
  const parser = createParser({ expectTags: true })
  const gate = createCutStream(500)
  for (let at = 0; at < text.length; at += size) gate.pass(parser.push(text.slice(at, at + size)))
  const { parsed } = parser.end()
  gate.settle(clip(parsed.observation, 500))
}

const schema = { type: 'object', properties: { a: { type: 'string' } } }

// Programs whose output says what they changed: both what they were asked for and what they print is a model's.
const COMMANDS: [string, ...string[]][] = [
  ['apt-get', 'install'],
  ['pip', 'install'],
  ['npm', 'install'],
  ['git', 'clone'],
  ['scp'],
  ['wget'],
  ['curl'],
  ['ssh']
]
const PLANNED = 'The following NEW packages will be installed:\n '

const subjects: [string, (text: string) => unknown][] = [
  ['a listing of a folder', (text) => [listed(text), output(text, 'a')]],
  ...COMMANDS.map(([name, ...args]): [string, (text: string) => unknown] => [
    `what ${name} ${args[0] ?? ''} came to`,
    (text) => readTold({ name, args: [...args, ...text.split(/\s+/)], cwd: '/root', home: '/root' }, PLANNED + text)
  ]),
  ['parse', (text) => [parse(text), blockOf(text)]],
  ['parse, streamed by characters', (text) => streamed(text, 1)],
  ['parse, streamed by fives within a block', (text) => streamed(`<predicted_observation>${text}`, 5)],
  ['the mark', (text) => [unmarked(text), endingOf(text)]],
  ['plain', (text) => [plain(text), trimEndOf(text, '\r\n .'), trimLines(text), unchanged(text, `${text} `)]],
  ['clean', clean],
  ['isPicture', isPicture],
  ['transcript', (text) => transcript([stepOf(text), stepOf(text)], { action: null, observation: text }, text)],
  [
    'difference',
    (text) => difference(transcript([stepOf(text)], null, ''), transcript([stepOf(text), stepOf(text)], null, ''))
  ],
  ['readUserTurn', readUserTurn],
  ['readTools', readTools],
  ['readDefinitions', (text) => attempt(() => readDefinitions(text))],
  ['misfit', (text) => [misfit(text, schema), misfit(JSON.stringify({ a: text }), schema)]],
  ['readCommandLine', (text) => attempt(() => readCommandLine(text))],
  ['oneLine', (text) => [oneLine(text), visible(text)]],
  ['readScreen', (text) => drawn(text)],
  ...readers.map(({ name, recognises }): [string, (text: string) => unknown] => [name, recognises]),
  ...domains.flatMap((domain): [string, (text: string) => unknown][] => {
    const { id } = domain
    const setup = (text: string) => Setup.parse({ domain: id, initialState: text })
    const action = ACTIONS[id] ?? null
    return [
      [`${id}: fold`, (text) => domain.fold(domain.initial(setup(text)), { action, observation: { text } })],
      [`${id}: normalise`, (text) => domain.normalise(text)],
      [`${id}: document`, (text) => domain.document?.read(action, text)],
      [`${id}: beginning`, (text) => domain.initialState.shown?.(text)],
      [`${id}: fromText`, (text) => attempt(() => domain.fromText(text))],
      [`${id}: read`, (text) => attempt(() => domain.read(text))],
      ...BEGUN.map((begun): [string, (text: string) => unknown] => [
        `${id}: read, after ${begun}`,
        (text) => attempt(() => domain.read(begun + text))
      ]),
      [`${id}: an action of it`, (text) => attempt(() => domain.label(domain.action.parse(withText(action, text))))]
    ]
  })
]

/** What refuses a text has read it. */
function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof RangeError) throw error
    return null
  }
}

/** The action with the text wherever it has one. */
function withText(action: Action, text: string): Action {
  if (typeof action === 'string')
    return action.replace(/'a12'|1, 2|look/, () => (action === 'look' ? text : JSON.stringify(text)))
  if (Array.isArray(action)) return action.map((one) => withText(one, text))
  if (typeof action !== 'object' || action === null) return action
  return Object.fromEntries(
    Object.entries(action).map(([key, value]) => [
      key,
      key === 'keystrokes' || key === 'file_path' ? text : key === 'arguments' ? { ...Object(value), text } : value
    ])
  )
}

function drawn(text: string): void {
  const read = readScreen(text)
  if ('problem' in read) return
  readers.find(({ name }) => name === read.screen.format)?.write(read.screen)
  changes(null, read.screen)
}

describe('23.2 the work is in proportion to the text', () => {
  it.each(subjects)('%s', (_name, run) => {
    const wrong: string[] = []
    for (const piece of PIECES) {
      for (const [form, make] of FORMS) {
        const few = workOf(() => run(make(piece, SHORT)))
        const limit = few * MOST + ALWAYS
        try {
          workOf(() => run(make(piece, LONG)), limit)
        } catch (error) {
          wrong.push(`${JSON.stringify(piece)} ${form}: ${few} steps for ${SHORT}, ${String(error)} for ${LONG}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('23.2 so is the work of what takes its time', () => {
  const proportional = async (run: (piece: string, size: number) => Promise<unknown>) => {
    const wrong: string[] = []
    for (const piece of PIECES) {
      const few = await workOfAsync(() => run(piece, SHORT))
      try {
        await workOfAsync(() => run(piece, LONG), few * MOST + ALWAYS)
      } catch (error) {
        wrong.push(`${JSON.stringify(piece)}: ${few} steps for ${SHORT}, ${String(error)} for ${LONG}`)
      }
    }
    expect(wrong).toEqual([])
  }

  it.each(importers.map(({ name }) => name))('importing %s', (format) =>
    proportional((piece, size) => imported(`{"format":"orrery","version":3}\n${fill(piece, size)}`, format))
  )

  it('records that are all wrong, in the same way', async () => {
    for (const line of [
      '{"a":1}',
      '{"type":"step","step":{}}',
      '{"type":"zz"}',
      '{"format":"orrery","version":3}',
      '{"task":1}'
    ]) {
      for (const { name } of importers) {
        const run = (count: number) => () => imported(`${line}\n`.repeat(count), name)
        const few = await workOfAsync(run(100))
        await workOfAsync(run(400), few * MOST + ALWAYS)
      }
    }
  })
})

describe('an answer within the limit does not hold the host, whatever is in it', () => {
  const LIMIT = 65_000
  // One piece of the answer costs so many steps at most: its events, its draft, and its share of reading and writing.
  const EACH = 2000

  it.each([' ', '\n', '\t', '\r\n', ' \n', '<think>', '<think>a<predicted_observation>b</think>', 'text\n'])(
    '65,000 characters of %j, piece by piece, and the step after it',
    async (piece) => {
      const text = fill(piece, LIMIT)
      const pieces = Array.from({ length: Math.ceil(text.length / 4) }, (_, at) => text.slice(at * 4, at * 4 + 4))
      start(scripted(() => ['<predicted_observation>a', ...pieces, 'b</predicted_observation>']).engine)
      const work = await workOfAsync(() => act(), pieces.length * EACH)
      expect(work).toBeGreaterThan(pieces.length)
      start(scripted(() => ['**Environment Observation:**\n', text, '$ '], { info: { template: 'small' } }).engine)
      await act()
      await workOfAsync(() => act(), pieces.length * EACH)
    }
  )
})

describe('what is quadratic would be found out', () => {
  const quadratic: [string, (text: string) => unknown][] = [
    ['a pattern', (text) => `${text}b`.replace(/\s+$/, '')],
    ['reading all again for every character', (text) => [...text].map((_, at) => parse(text.slice(0, at)))],
    ['looking for the end again and again', (text) => [...text].map((_, at) => text.indexOf('z', at))]
  ]
  it.each(quadratic)('%s', (_name, run) => {
    const few = workOf(() => run(fill(' ', SHORT)))
    expect(() => workOf(() => run(fill(' ', LONG)), few * MOST + ALWAYS)).toThrow('More than')
  })
})
