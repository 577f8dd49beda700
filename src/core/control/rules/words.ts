// The words of actions and answers that name something of a world: a file, a person, an amount. Words of grammar and options name nothing.

import type { Domain } from '../../domains/domain.ts'
import { commandsIn } from '../../domains/shell/commands.ts'
import type { Action } from '../../tree/model.ts'

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_.@-]*/gu
const LONGEST = 60
// Without a figure in it, a shorter word may stand anywhere by chance.
const LEAST_LETTERS = 5
const LEAST_FIGURES = 3

/** Every word of a text, once, without the dot or dash at its end. */
export function wordsIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [word] of text.matchAll(WORD)) {
    let end = word.length
    while (end > 0 && '.-@_'.includes(word.charAt(end - 1))) end--
    if (end > 0 && end <= LONGEST) found.add(word.slice(0, end))
  }
  return found
}

/** Whether a word is so much its own that it hardly stands in a text by chance. */
export function isTelling(word: string): boolean {
  const figures = word.replace(/\D/g, '').length
  const letters = word.replace(/[^\p{L}]/gu, '').length
  return letters >= LEAST_LETTERS || figures >= LEAST_FIGURES || (figures > 0 && letters >= 2)
}

/** What an action names: its values, without the names of commands, options and parameters. */
export function namedIn(domain: Domain, action: Action): string[] {
  const typed = domain.shell?.typed(action) ?? null
  const texts =
    typed === null ? valuesIn(action).map((text) => (domain.door === 'text' ? withoutVerb(text) : text)) : [typed]
  const commands = new Set(commandsIn(typed ?? '').flatMap(({ name, word }) => [name, word]))
  const said = texts.flatMap((text) => text.split(/\s+/).filter((part) => !part.startsWith('-')))
  const found = new Set<string>()
  const isName = (word: string) =>
    isTelling(word) && !commands.has(word) && (domain.surface !== 'screen' || isEntered(word))
  for (const part of said) for (const word of wordsIn(part)) if (isName(word)) found.add(word)
  return [...found]
}

// On a screen figures alone are places, and these are keys.
const KEYS = new Set(
  'enter return escape space backspace delete insert pageup pagedown arrowup arrowdown arrowleft arrowright control shift ctrl+a ctrl+c ctrl+v'.split(
    ' '
  )
)
const isEntered = (word: string): boolean => /\p{L}/u.test(word) && !KEYS.has(word.toLowerCase())

const withoutVerb = (text: string): string => text.trim().replace(/^\S+/, '')

function valuesIn(value: Action): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(valuesIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}
