// WebArena's accessibility tree: `[31] textbox 'From' focused: True required: False`.
import type { ScreenReader } from '../reader.ts'
import type { ScreenNode } from '../screen.ts'
import { BEGINNING } from './limits.ts'
import { readOutline, type Tail, WORDS, writeOutline } from './outline.ts'

// Everything has a number here, the page and its texts too, and properties follow a blank, not a comma.
const OWN = /^[ \t]*\[\d+\] (?:(?:RootWebArea|StaticText) ['"]|[A-Za-z][\w-]* (?:'[^\n]*'|"[^\n]*") [A-Za-z]+: \S)/m
const PROPERTY = / ([A-Za-z][\w-]*): /g

export const webarena: ScreenReader = {
  name: 'webarena',
  title: 'a WebArena accessibility tree',
  recognises: (text) => OWN.test(text.slice(0, BEGINNING)),
  read: (text) => readOutline(text, dialect),
  write: (screen) => writeOutline(screen, dialect)
}

const dialect = { format: 'webarena', readTail, spellTail }

function readTail(line: string, at: number): Tail {
  const rest = line.slice(at)
  const found = [...rest.matchAll(PROPERTY)]
  const states: ScreenNode['states'] = {}
  found.forEach(({ 0: whole, 1: name = '', index }, nth) => {
    states[name] = meaning(name, rest.slice(index + whole.length, found[nth + 1]?.index))
  })
  const problem = rest.slice(0, found[0]?.index).trim() ? 'could be read only in part' : null
  return { value: null, states, attributes: [], bounds: null, problem }
}

function meaning(name: string, value: string): boolean | string {
  if (value === 'True' || value === 'False') return value === 'True'
  if (WORDS.has(name) && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function spellTail({ states }: ScreenNode): string {
  return Object.entries(states)
    .map(([name, state]) => ` ${name}: ${typeof state === 'boolean' ? word(name, state) : state}`)
    .join('')
}

function word(name: string, state: boolean): string {
  if (WORDS.has(name)) return String(state)
  return state ? 'True' : 'False'
}
