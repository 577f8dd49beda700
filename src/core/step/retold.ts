// What is known of an answer whose text a perturbation changed: what repeated the old text repeats the new one, and the rest is as it was.
import { readJson } from '../observations/documents/value.ts'
import { canonical } from '../tree/history.ts'
import type { Action } from '../tree/model.ts'
import { type StepResult, withoutText } from '../tree/result.ts'

/** Content and structure that do not repeat the text are not kept: what was changed would still be found in them. */
export function retold(result: StepResult, before: string, after: string): StepResult {
  const told = { before: valueIn(before), after: valueIn(after) }
  let found = false
  const replaced = (value: Action): Action => {
    if (typeof value === 'string' && value === before) {
      found = true
      return after
    }
    if (typeof value !== 'object' || value === null) return value
    if (told.before !== undefined && told.after !== undefined && canonical(value) === canonical(told.before)) {
      found = true
      return told.after
    }
    return Array.isArray(value)
      ? value.map(replaced)
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]))
  }
  const made = <Value extends Action>(value: Value | undefined): Value | undefined => {
    found = false
    const changed = value === undefined ? undefined : replaced(value)
    // `as`: the same value with other texts in it; what is no object any more is not kept.
    return found && isAlike(changed, value) ? (changed as Value) : undefined
  }
  const content = made(result.content)
  const structuredContent = made(result.structuredContent)
  return { ...withoutText(result), ...(content && { content }), ...(structuredContent && { structuredContent }) }
}

/** JSON that was read is JSON. */
const valueIn = (text: string): Action | undefined => readJson(text)?.value as Action | undefined

const isAlike = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' && one !== null && Array.isArray(one) === Array.isArray(other)
