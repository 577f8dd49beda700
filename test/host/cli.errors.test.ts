// What a mistake at the command line is answered with: one line that begins with `orrery:` and says what to do, and an exit code.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orrery, ownHome } from './command-line.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/agentworldbench-sample.jsonl')
const place = ownHome()
const file = join(place.folder, 'notes.md')
const NOT_JSON = `"${file}": This is not JSON (Unexpected token '#', "# Notes And so on " is not valid JSON). Paste an array of tools`
beforeAll(() => writeFileSync(file, '# Notes\n\nAnd so on\n'))
afterAll(place.remove)

const LISTED = (name: string) => `There is no scenario "${name}". \`orrery scenario list\` lists all.`

// `what`: the line behind `orrery: `, up to its `…`.
test.each<[argv: string[], code: 1 | 2, what: string]>([
  // Commands, options and arguments that there are not.
  [['frob'], 2, 'There is no command "frob". See: orrery --help'],
  [['sesions'], 2, 'There is no command "sesions". Did you mean "sessions"? See: orrery --help'],
  [['sessions', 'shwo', 'x'], 2, 'There is no command "shwo". Did you mean "show"? See: orrery sessions --help'],
  [['agents', 'lnks'], 2, 'There is no command "lnks". Did you mean "links"? See: orrery agents --help'],
  [['machine', 'foo'], 2, 'There is no command "foo". There are: status, build, clean. See: orrery machine --help'],
  [
    ['sessions', 'list', 'a'],
    2,
    "Too many arguments for 'list'. Expected 0 arguments but got 1: a. See: orrery sessions list --help"
  ],
  [['sessions', 'list', '--frob'], 2, "Unknown option '--frob'. See: orrery sessions list --help"],
  [['step', '--perturbb', 'x'], 2, "Unknown option '--perturbb'. Did you mean --perturb? See: orrery step --help"],
  [['eval'], 2, "Missing required argument 'file'. See: orrery eval --help"],
  [['merge', 'x'], 2, "Required option '--into <folder>' not specified. See: orrery merge --help"],
  // Values that an option cannot have.
  [
    ['step', '--print', 'x'],
    2,
    '--print cannot be "x": allowed choices are prompt, request, route, raw, parsed, events. See: …'
  ],
  [
    ['eval', 'x', '--limit', 'many'],
    2,
    '--limit cannot be "many": expected a whole number of at least 1. See: orrery eval --help'
  ],
  [
    ['step', '--observation-limit', '5'],
    2,
    '--observation-limit cannot be "5": expected a whole number from 200 to 1048576. See: …'
  ],
  [
    ['step', '--observation-limit', 'x'],
    2,
    '--observation-limit cannot be "x": expected a whole number from 200 to 1048576. See: …'
  ],
  [
    ['model', 'set', 'm', '--context', '5'],
    2,
    '--context cannot be "5": expected a whole number of at least 256, or auto. See: …'
  ],
  [
    ['model', 'set', 'm', '--temperature', '9'],
    2,
    '--temperature cannot be "9": expected a number from 0 to 5. See: …'
  ],
  [['model', 'set', 'm', '--top-p', '0'], 2, '--top-p cannot be "0": expected a number above 0 and at most 1. See: …'],
  [
    ['model', 'fit', 'm', '--sequences', '65'],
    2,
    '--sequences cannot be "65": expected a whole number from 1 to 64. See: …'
  ],
  [['serve', '--port', '70000'], 2, '--port cannot be "70000": expected a whole number from 0 to 65535. See: …'],
  [
    ['step', '--perturb', 'truncated:share=5'],
    2,
    '--perturb: The perturbation "truncated" cannot be used: share: Expected a number from 0 to 1, not 5.'
  ],
  [
    ['step', '--perturb', 'truncated:foo=5'],
    2,
    '--perturb: The perturbation "truncated" cannot be used: foo: There is no "foo" here. There are: …'
  ],
  [
    ['step', '--perturb', 'truncated:when.turn=x'],
    2,
    '--perturb truncated: when.turn: Expected a number or a list, not "x".'
  ],
  // Options that belong together.
  [['eval', FIXTURE, '--engine', 'openai'], 2, '--engine openai needs --base-url and --model.'],
  [['eval', FIXTURE, '--engine', 'replay'], 2, '--engine replay needs --recording, …'],
  // Names of things that are not there: always exit code 1.
  [['sessions', 'show', 'zzz'], 1, 'There is no world "zzz". `orrery sessions` lists all.'],
  [['sessions', 'delete', 'zzz'], 1, 'There is no world "zzz". `orrery sessions` lists all.'],
  [['agents', 'revoke', 'nope'], 1, 'There is no link "nope". `orrery agents links` lists all.'],
  [['perturbations', 'foo'], 1, 'There is no perturbation "foo". `orrery perturbations` lists all.'],
  [
    ['step', '--perturb', 'truncatd'],
    1,
    'There is no perturbation "truncatd". Did you mean "truncated"? `orrery perturbations` lists all.'
  ],
  [['step', '--domain', 'swee'], 1, 'There is no domain "swee". Did you mean "swe"?'],
  [
    ['step', '--domain', 'swe', '--tool-set', 'nope'],
    1,
    'There is no tool set "nope". There are: claude-code, qwen-cli, stabletoolbench.'
  ],
  [['run', 'words-plan', '--only', 'zzz'], 1, 'No variant has "zzz" in its name. There are: "words-plan".'],
  [['vary', 'nope'], 1, 'There is no file, scenario or recording "nope". `orrery scenario list` lists all.'],
  // A scenario, wherever it is named.
  [['step', '--scenario', 'nope'], 1, LISTED('nope')],
  [['run', 'nope'], 1, LISTED('nope')],
  [['scenario', 'show', 'nope'], 1, LISTED('nope')],
  [['agents', '--scenario', 'nope'], 1, LISTED('nope')],
  [['vary', 'bank', '--with', 'nope'], 1, LISTED('nope')],
  [['run', 'debain'], 1, 'There is no scenario "debain". Did you mean "debian"? `orrery scenario list` lists all.'],
  // Files and folders.
  [['import', '/nope'], 1, 'There is no file "/nope". Check the path.'],
  [['eval', '/nope'], 1, 'There is no file "/nope". Check the path.'],
  [['tools', '/nope'], 1, 'There is no file "/nope". Check the path.'],
  [['step', '--folder', '/nope'], 1, 'There is no folder "/nope". Check the path.'],
  [['step', '--folder', file], 1, `"${file}" is a file. Give the path of a folder.`],
  [['step', '--domain', 'mcp', '--tools', file], 1, `${NOT_JSON}…`]
])('%j is answered in one line, with exit code %i', async (argv, code, what) => {
  const said = await orrery([...argv, '--json'], 'ls')
  const lines = said.err.trimEnd().split('\n')
  const [, message = '', errorCode = 'invalid-input'] =
    /^orrery: (.*?)(?: \(([a-z-]+)\))?$/.exec(lines.at(-1) ?? '') ?? []
  expect([said.code, what.endsWith('…') ? `${message.slice(0, what.length - 1)}…` : message]).toEqual([code, what])
  expect(lines.filter((line) => !line.startsWith('Running'))).toHaveLength(1)
  expect(message).not.toMatch(/Invalid|Too (?:big|small)|Unrecognized|setup\.|"[a-z]+\.[a-z]+"/)
  expect(JSON.parse(said.out)).toEqual({ error: { code: errorCode, message } })
})

test('where there are no links, the list says how one is made', async () => {
  const { code, out } = await orrery(['agents', 'links'])
  expect([code, out]).toEqual([0, 'No links yet. Let an agent into a world: orrery agents --scenario NAME\n'])
})

test.each<[argv: string[], code: 1 | 2, message: unknown]>([
  [['step', '--seed'], 2, "Option '--seed <n>' argument missing. See: orrery step --help"],
  [['agent', 'acp', '--scenario', 'nope', 'x'], 1, `${LISTED('nope')} (not-found)`],
  [['tools', file], 1, expect.stringContaining(NOT_JSON)]
])('%j: the same without --json', async (argv, code, message) => {
  const said = await orrery(argv, 'ls')
  expect([said.code, said.out, /^orrery: (.*)\n$/.exec(said.err)?.[1]]).toEqual([code, '', message])
})
