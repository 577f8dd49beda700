// The table of rules: who answers an action on a screen, and when. Steps name these.
import type { Rule } from '../rule.ts'

export const RULES = [
  { name: 'text', by: 'ground', why: 'text goes into a field.' },
  { name: 'check', by: 'ground', why: 'a check box, switch or radio button changes, and its group with it.' },
  { name: 'select', by: 'ground', why: 'an option of a list is chosen.' },
  { name: 'step', by: 'ground', why: 'a key changes a number or the choice in a group.' },
  { name: 'reset', by: 'ground', why: 'a form is again as it was loaded.' },
  { name: 'invalid', by: 'ground', why: 'a field that must be filled in keeps a form back.' },
  { name: 'place', by: 'ground', why: 'a link leads to a place on the same page.' },
  { name: 'focus', by: 'ground', why: 'only the focus moves.' },
  { name: 'close', by: 'ground', why: 'what was open is closed.' },
  { name: 'reopen', by: 'ground', why: 'what is opened was seen before.' },
  { name: 'history', by: 'ground', why: 'the page was seen before, in the history of the tab.' },
  { name: 'look', by: 'ground', why: 'it changes nothing on a screen.' },
  { name: 'refused', by: 'ground', why: 'the target is missing, disabled, or of another kind.' },
  { name: 'instruction', by: 'model', why: 'an instruction says how the world is to behave.' },
  { name: 'unread', by: 'model', why: 'the screen before cannot be read and written exactly.' },
  { name: 'meaning', by: 'model', why: 'what it does is the page’s or the app’s own.' },
  { name: 'unseen', by: 'model', why: 'what it opens has not been seen.' },
  { name: 'unclear', by: 'model', why: 'the screen does not tell enough of the thing, such as where its caret is.' }
] as const satisfies readonly Rule[]

export type WidgetRuleName = (typeof RULES)[number]['name']

const byName = new Map<string, Rule>(RULES.map((rule) => [rule.name, rule]))

export function ruleOf(name: WidgetRuleName): Rule {
  const rule = byName.get(name)
  if (!rule) throw new Error(`There is no rule ${name}.`)
  return rule
}
