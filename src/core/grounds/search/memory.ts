// Notes under keys, as tools of memory keep them.
import { isObject } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import { stemOf, withForms } from '../fiction/word-forms.ts'
import { wordsIn } from '../fiction/words.ts'

export type Notes = Readonly<Record<string, Json>>

/** What a call of any memory tool asks, by the words of its name and arguments. */
export type MemoryVerb = 'add' | 'update' | 'retrieve' | 'retrieve_all' | 'search' | 'remove' | 'remove_all'

const VERBS: [RegExp, MemoryVerb][] = [
  [/\b(?:remove|delete|clear|forget|reset)[ _-]?all\b|\b(?:clear|reset)\b/i, 'remove_all'],
  [/\b(?:retrieve|get|read|list)[ _-]?all\b|\blist\b|\bview\b|\bdump\b/i, 'retrieve_all'],
  [/\b(?:remove|delete|forget|drop|erase)\b/i, 'remove'],
  [/\b(?:update|edit|replace|change)\b/i, 'update'],
  [/\b(?:search|find|query|recall|lookup)\b/i, 'search'],
  [/\b(?:add|save|store|remember|write|set|put|create|insert|append|note)\b/i, 'add'],
  [/\b(?:retrieve|get|read|load|fetch|open)\b/i, 'retrieve']
]

/** @param words the action that the call names, or the words of the tool's name */
export const memoryVerb = (words: string): MemoryVerb | null =>
  VERBS.find(([words_]) => words_.test(words.split(/[_-]/).join(' ')))?.[1] ?? null

/** The call as `dict_memory` has it. A note without a key has the next free number. */
export function asNotes(verb: MemoryVerb, given: Record<string, Json>, held: Notes) {
  const text = ['content', 'value', 'text', 'note', 'memory', 'data', 'fact']
    .map((name) => given[name])
    .find((value) => value !== undefined)
  const listed = given.key_list ?? given.keys ?? given.ids
  const one = given.key ?? given.id ?? given.name ?? given.memory_id ?? given.title ?? given.path
  const keys = Array.isArray(listed) ? listed.map(String) : one === undefined || one === null ? [] : [String(one)]
  const given_ = given.dict ?? given.items ?? given.entries
  const dict = isObject(given_) ? given_ : text === undefined ? {} : { [keys[0] ?? nextKey(held)]: text }
  return { action: verb, dict, key_list: keys, query: String(given.query ?? given.q ?? text ?? keys[0] ?? '') }
}

function nextKey(held: Notes): string {
  let number = Object.keys(held).length + 1
  while (Object.hasOwn(held, String(number))) number++
  return String(number)
}

/** Notes that hold a word of the query, in the order in which they were added. */
export function searched(held: Notes, query: string): Notes {
  const asked = withForms(wordsIn(query)).map(stemOf)
  const found = Object.entries(held).filter(([key, value]) => {
    const words = new Set(
      wordsIn(`${key.split('_').join(' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`).map(stemOf)
    )
    return asked.some((word) => words.has(word))
  })
  return Object.fromEntries(found)
}
