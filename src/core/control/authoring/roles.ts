// What a role of the work says: one block of text between fences, by its name.
import { z } from 'zod'
import { readJson, readJsonAt } from '../../observations/documents/value.ts'
import { sentenceOf } from '../../text/issues.ts'
import { JsonValue } from '../../text/json.ts'
import { Condition } from '../../tree/conditions.ts'
import { clip } from '../../tree/cut.ts'

/** A test that a tester wrote: actions from the beginning of the world, and what holds after the last one, in the form of scenarios' checks. */
export const WrittenTest = z.strictObject({
  name: z.string().min(1).max(200),
  actions: z.array(JsonValue).min(1).max(100),
  expect: Condition
})
export type WrittenTest = z.infer<typeof WrittenTest>

export interface RoleBlock {
  name: string
  text: string
}

const FENCE = '```'

/** The first block between fences; one that was cut off goes to the end. `null` where there is none. */
export function blockIn(said: string): RoleBlock | null {
  const answer = said.split('</think>').at(-1) ?? ''
  const from = answer.indexOf(FENCE)
  if (from < 0) return null
  const end = answer.indexOf('\n', from)
  if (end < 0) return null
  const to = answer.indexOf(`\n${FENCE}`, end)
  const name = answer
    .slice(from + FENCE.length, end)
    .trim()
    .toLowerCase()
  return { name: NAMES[name] ?? name, text: answer.slice(end + 1, to < 0 ? undefined : Math.max(to, end + 1)) }
}

const NAMES: Readonly<Record<string, string>> = { yml: 'yaml', javascript: 'js', json: 'tests' }

/** The tests of a block, and what of it is none, told to whoever wrote it. Of a list that was cut off, those that are whole. */
export function testsIn(text: string): { tests: WrittenTest[]; problems: string[] } {
  const value = readJson(text)?.value
  const list = Array.isArray(value) ? value : wholeItems(text)
  if (!list.length && !Array.isArray(value)) return { tests: [], problems: ['The block holds no JSON list of tests.'] }
  const tests: WrittenTest[] = []
  const problems = Array.isArray(value)
    ? []
    : [`The list is no JSON after item ${list.length}; those before it are taken.`]
  for (const [at, one] of list.slice(0, MOST_TESTS).entries()) {
    const read = WrittenTest.safeParse(one)
    if (read.success) tests.push(read.data)
    else problems.push(`Test ${at + 1}: ${clip(sentenceOf(read.error, { value: one, schema: WrittenTest }), 300)}`)
  }
  return { tests, problems }
}

const MOST_TESTS = 40

/** The objects of a list up to the first that is not whole. */
function wholeItems(text: string): unknown[] {
  const items: unknown[] = []
  if (!text.trimStart().startsWith('[')) return items
  for (let at = text.indexOf('{'); at >= 0; ) {
    const read = readJsonAt(text, at)
    if (!read) break
    items.push(read.value)
    at = text.indexOf('{', read.end)
  }
  return items
}

/** The text after an edit; `null` where the lines that it names are not there once. */
export function edited(text: string, block: string): string | null {
  const [before = '', ...rest] = block.split('\n====\n')
  const [old, fresh] = [before.trimEnd(), rest.join('\n====\n').trimEnd()]
  if (!old || !rest.length) return null
  const at = text.indexOf(old)
  if (at < 0 || text.includes(old, at + 1)) return null
  return text.slice(0, at) + fresh + text.slice(at + old.length)
}

/** The turns that a block `read` asks for: `recording 1 turns 5-20`. */
export function turnsAsked(text: string): { recording: number; from: number; to: number } | null {
  const [, recording, from, to] = /recording (\d{1,4}) turns? (\d{1,6})(?:-(\d{1,6}))?/.exec(text) ?? []
  if (recording === undefined || from === undefined) return null
  return { recording: Number(recording), from: Number(from), to: Number(to ?? from) }
}
