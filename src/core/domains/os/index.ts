// The desktop: Python code in, the accessibility tree's text out.

import { z } from 'zod'
import { isObject } from '../../text/json.ts'
import { calledIn } from '../called.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { failingApp } from '../failing-screen.ts'
import { opening } from '../openings.ts'
import { screenWorld } from '../screen-world.ts'
import { osTools } from './agent.ts'
import { commandsOf } from './commands.ts'
import { Computer13 } from './computer13.ts'
import { intents } from './intents.ts'
import { describe } from './label.ts'
import { small, standard } from './prompts.ts'
import { touch } from './touch.ts'

const LESSON =
  'a desktop action is Python code as a text, e.g. pyautogui.click(300, 200), or one of WAIT, FAIL and DONE'

/** Code is only ever read by the model; nothing runs it. Kept without the blank lines and the indent around it. */
const Code = z
  .string({ error: LESSON })
  .transform(tidy)
  .refine((code) => code !== '', { error: LESSON })

/** Python code, one of the three words, or an object of `computer_13`, which is kept as the code that does it. */
const OsAction = z.unknown().transform((given, context): string => {
  const read = isObject(given) ? Computer13.safeParse(given) : Code.safeParse(given)
  if (read.success) return read.data
  for (const { message, path } of read.error.issues) {
    context.addIssue({ code: 'custom', message: path.length ? LESSON : message })
  }
  return z.NEVER
})

export const os: Domain<string> = {
  ...screenWorld,
  id: 'os',
  title: 'Desktop',
  description: 'A desktop with windows, a mouse and a keyboard.',
  icon: 'desktop',
  door: 'desktop',
  action: OsAction,
  fence: () => 'python',
  templates: [standard, small],
  format: (code) => code,
  toolOf: calledIn,
  read: (text) => OsAction.parse(text),
  fromText: (line) => (line.trim() === '' ? 'WAIT' : tidy(line)),
  label: (code, screen) => WORDS.get(code) ?? describe(code, screen),
  fail: failingApp,
  initial: ({ initialState }) => look({ window: null, opening: '' }, initialState),
  fold: (state, { observation }) => look(state, observation.text),
  initialState: {
    start: 'text-editor',
    hint: 'The first screen, as the accessibility tree in table form or XML. Later screens use the same format. Positions are pixels of the whole screen.',
    placeholder:
      'Such as (columns are separated by tabs):\ntag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)\npush-button\tSave\t""\t\t\t(1012, 640)\t(96, 34)'
  },
  screen: { ...touch, intents, desktop: commandsOf },
  agents: { tools: osTools },
  task: {
    concludes: (code) => (code === 'DONE' ? true : code === 'FAIL' ? false : null)
  }
}

const WORDS = new Map([
  ['WAIT', 'wait'],
  ['DONE', 'done'],
  ['FAIL', 'infeasible']
])

/** The code without a fence, outer blank lines and a common indent; the three words in capitals. */
function tidy(given: string): string {
  const text = given.replace(/\r\n?/g, '\n')
  const code = /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
  const lines = code
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const indent = /^[ \t]*/.exec(lines[0] ?? '')?.[0] ?? ''
  const flat = lines.every((line) => line.startsWith(indent) || line.trim() === '')
    ? lines.map((line) => line.slice(indent.length))
    : lines
  const tidied = flat.join('\n').trim()
  return /^(wait|fail|done)$/i.test(tidied) ? tidied.toUpperCase() : tidied
}

const NAMES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"]
])

/** The window in front: the one that says it is active, or the only one there is. */
function look(state: DerivedState, text: string): DerivedState {
  const tags = [...text.matchAll(/<(?:frame|window|dialog|alert|file-chooser)\b[^<>]*>/g)].map(([tag]) => tag)
  const rows = [...text.matchAll(/^(?:frame|window|dialog|alert|file-chooser)\t([^\t\n]+)/gm)].map(([, name]) => name)
  const active = tags.find((tag) => /:active="true"/.test(tag)) ?? (tags.length === 1 ? tags[0] : undefined)
  const name = /\sname="([^"]*)"/.exec(active ?? '')?.[1]
  const told = name?.replace(/&(\w+);/g, (whole, word: string) => NAMES.get(word) ?? whole)
  const begin = opening(text)
  // A screen in a known format that names no window has none that is known; any other text says nothing.
  const otherwise = begin ? null : (state.window ?? null)
  return {
    window: told || ((rows.length === 1 ? rows[0] : null) ?? otherwise),
    opening: begin || (state.opening ?? '')
  }
}
