// The memory of a researching agent: what it answers.
import { isObject } from '../../text/json.ts'

/** What `dict_memory` answers; the notes are those before the call. */
export function remember(memory: unknown, given: Record<string, unknown>): string {
  const held = isObject(memory) ? memory : {}
  const keys = Array.isArray(given.key_list) ? given.key_list.map(String) : []
  const named = (names: string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
  const missing = keys.filter((key) => !Object.hasOwn(held, key))
  switch (given.action) {
    case 'add':
      return `Successfully added items of ${named(Object.keys(isObject(given.dict) ? given.dict : {}))} to memory.`
    case 'update':
      return `Successfully updated items of ${named(Object.keys(isObject(given.dict) ? given.dict : {}))} in memory.`
    case 'remove':
      return missing.length ? notFound(missing) : `Successfully removed items of ${named(keys)} from memory.`
    case 'remove_all':
      return 'Successfully removed all items from memory.'
    case 'retrieve': {
      const found = keys.filter((key) => Object.hasOwn(held, key))
      const notes = found.length ? [json(Object.fromEntries(found.map((key) => [key, held[key]])))] : []
      return [...notes, ...(missing.length ? [notFound(missing)] : [])].join('\n')
    }
    default:
      return json(held)
  }
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const notFound = (keys: string[]): string => keys.map((key) => `Key not found: ${key}`).join('\n')
