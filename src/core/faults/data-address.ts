// The addresses that an action fetches.
import type { Action } from '../tree/model.ts'
import { argumentsOf } from './data-past.ts'

const NAMED = /^(?:urls?|uris?|links?|address(?:es)?|href)$/i

// A browser's calls that open an address; others may type one somewhere.
const OPENS = /^\W{0,3}(?:page\.)?(?:goto|new_tab)\b|browser_navigate\b/

/** Of a tool's call those under the usual names, of a browser's call the one that it opens. */
export function addressesIn(action: Action): string[] {
  if (typeof action === 'string' && !OPENS.test(action)) return []
  if (typeof action === 'string')
    return [...action.matchAll(/["'](https?:\/\/[^"'\s]+)["']/g)].map(([, url = '']) => url)
  const given = Object.entries(argumentsOf(action)).filter(([name]) => NAMED.test(name))
  const values = given.flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : [String(value)]))
  return values.filter((value) => /^https?:\/\//.test(value))
}
