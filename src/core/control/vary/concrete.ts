// What of a world is concrete: the names, files, addresses, ids and numbers that could as well be others. Found by how they are written.
import { findDomain } from '../../domains/index.ts'
import { isObject, parseJson } from '../../text/json.ts'
import type { Action } from '../../tree/model.ts'
import type { Original } from './original.ts'
import { hasWord, textsIn, WORD } from './rename.ts'

export interface Concrete {
  /** Lower-case, in the order in which they are met. */
  words: { word: string; what: 'name' | 'thing' | 'number' }[]
  /** Prefixes of ids, such as `T` of `T-101`. */
  ids: string[]
}

/** Words of systems, formats and languages: what is called so everywhere. */
const SYSTEM = new Set(
  (
    'bin boot dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var src test tests dist build node modules main index readme ' +
    'license makefile package config json yaml yml toml txt csv html css svg png jpg pdf log git github http https www com org net example ' +
    'local localhost utf true false none null undefined nan yes user users admin debian ubuntu linux unix bash python node java android ' +
    'windows chrome firefox google monday tuesday wednesday thursday friday saturday sunday january february march april may june july ' +
    'august september october november december the and for with not this that from into over shop server echo cat task wiki'
  ).split(' ')
)

const SHORTEST = 3
const LONGEST = 16

/** What could be varied in this world. Whether it can be is seen when it is tried. */
export function concreteIn(original: Original): Concrete {
  const { setup, actions = [] } = original.file
  const answers = original.takes[0].answers
  const fixed = fixedWords(original)
  const written = textsIn([actions, answers.map(({ action }) => action)])
  const state = [setup.initialState, setup.task ?? '', setup.hidden ?? '']
  const all = [...written, ...state, ...answers.map(({ observation }) => observation)]
  const counts = new Map<string, number>()
  for (const text of all) for (const [word] of text.matchAll(WORD)) count(counts, word.toLowerCase())
  const screens = findDomain(setup.domain).surface === 'screen'
  const found = new Map<string, Concrete['words'][number]['what']>()
  const add = (word: string, what: 'name' | 'thing' | 'number') => {
    const key = word.toLowerCase()
    const fits = what === 'number' ? /^\d+$/.test(key) : /^[a-z]+$/.test(key)
    if (!fits || key.length < SHORTEST || key.length > LONGEST || found.has(key)) return
    if (SYSTEM.has(key) || fixed.has(key) || (counts.get(key) ?? 0) < 2) return
    // What also stands in a sentence like any word is no name.
    if (what === 'name' && word !== key && all.some((text) => text.includes(` ${key} `))) return
    found.set(key, what)
  }
  for (const text of written) {
    for (const word of files(text)) add(word, 'thing')
    if (!isCode(text)) for (const word of capitalised(text)) add(word, 'name')
  }
  for (const text of screens ? [] : state) {
    for (const word of files(text)) add(word, 'thing')
    for (const word of paired(text)) add(word, 'name')
  }
  const told = state.join('\n')
  for (const value of answers.flatMap(({ action }) => leavesOf(action))) {
    if (/^[a-z]+$/.test(value) && hasWord(told, value)) add(value, 'name')
    if (/^\d+$/.test(value) && !/^(?:19|20)\d\d$/.test(value)) add(value, 'number')
  }
  return {
    words: [...found].map(([word, what]) => ({ word, what })),
    ids: [...new Set(all.flatMap(idPrefixes))].filter((prefix) => !STANDARDS.has(prefix))
  }
}

const STANDARDS = new Set([
  'UTF',
  'ISO',
  'SHA',
  'RFC',
  'CVE',
  'MD',
  'UTC',
  'GMT',
  'X',
  'HTTP',
  'MIT',
  'BSD',
  'GPL',
  'LGPL'
])

/** Whole values of structured arguments: the texts and numbers that stand alone. */
function leavesOf(value: Action): string[] {
  if (!isObject(value)) return []
  const leaf = (one: unknown): string[] => {
    if (typeof one === 'string') return [one]
    if (Number.isSafeInteger(one)) return [String(one)]
    return Array.isArray(one) || isObject(one) ? Object.values(one).flatMap(leaf) : []
  }
  const { arguments: own } = value
  return isObject(own) ? leaf(own) : []
}

/** What actions and answers are made of: names of tools, fields and commands. */
function fixedWords({ file, takes }: Original): Set<string> {
  const domain = findDomain(file.setup.domain)
  const fixed = new Set<string>()
  const keep = (text: string) => {
    for (const [word] of text.matchAll(WORD)) fixed.add(word.toLowerCase())
  }
  const names = (value: unknown, schema = false): void => {
    if (Array.isArray(value)) for (const one of value) names(one, schema)
    if (!isObject(value)) return
    for (const [key, one] of Object.entries(value)) {
      keep(key)
      if (schema && (key === 'enum' || key === 'const')) for (const choice of [one].flat()) keep(String(choice))
      names(one, schema)
    }
  }
  for (const tool of domain.tools?.of(file.setup as Parameters<typeof domain.initial>[0]) ?? []) {
    keep(tool.name)
    names(tool.inputSchema, true)
    names(tool.outputSchema, true)
  }
  for (const { action, observation } of takes[0].answers) {
    keep(domain.toolOf(action) ?? '')
    names(action)
    names(jsonOf(observation))
  }
  // A line as it is typed begins with the name of what is done.
  for (const action of file.actions ?? []) if (typeof action === 'string') keep(commandOf(action))
  keep(domain.id)
  return fixed
}

function commandOf(line: string): string {
  const [first = '', second = ''] = line.split(/\s/).filter(Boolean)
  const [command = ''] = (first === '$' || first === '!' ? second : first).split('(')
  return command
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

const FILE =
  /[a-z]\.(?:txt|md|csv|tsv|json|ya?ml|toml|ini|cfg|conf|log|html?|css|js|ts|py|rb|rs|go|c|h|sh|sql|db|xml|pdf|png|jpe?g|zip|tar|gz)$/i

/** Words of file names, paths and addresses: `report` of `reports/report.txt`. */
function files(text: string): string[] {
  return text
    .split(/[\s"'`<>|;,()[\]{}]/)
    .filter(
      (piece) => piece.length < 200 && (FILE.test(piece) || /[a-z]\/|\/[a-z]/i.test(piece) || piece.includes('@'))
    )
    .filter((piece) => !piece.startsWith('s/') && !piece.includes('|'))
    .flatMap((piece) =>
      piece.split(/[/@:?=&#]/).flatMap((part) => part.replace(/\.[a-z]{1,5}$/i, '').match(WORD) ?? [])
    )
}

const isCode = (text: string): boolean => /[|&;$`(){}<>=\\\n]/.test(text)

/** Words with a capital in front, but for those that only begin a sentence. */
function capitalised(text: string): string[] {
  const words: string[] = text.match(WORD) ?? []
  return words.filter((word, index) => {
    const next = words[index + 1]
    const begins = index === 0 && next !== undefined && next === next.toLowerCase()
    return /^[A-Z][a-z]+$/.test(word) && !begins
  })
}

/** Two capitalised words in a row, as names of people and firms are. */
function paired(text: string): string[] {
  return [...text.matchAll(/\b([A-Z][a-z]{2,15}) ([A-Z][a-z]{2,15})\b/g)].flatMap(([, one = '', two = '']) => [
    one,
    two
  ])
}

function idPrefixes(text: string): string[] {
  return [...text.matchAll(/\b([A-Z]{1,5})-\d{1,9}\b/g)].flatMap(([, prefix]) => prefix ?? [])
}

function count(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1)
}
