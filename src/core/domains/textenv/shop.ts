// The pages of WebShop: the texts of a page's elements in one line, apart by [SEP], after the instruction that every page repeats.
import type { DerivedState } from '../capabilities.ts'

const BETWEEN = '[SEP]'
const INSTRUCTION = /^\s*instruction\s*:/i
/** The first element behind the instruction, on the search page and on all others. */
const FIRST = /^(?:back to )?search$/i

/** What every page begins with, and whether this one is the page to search from; `null` for what is no page of a shop. */
export function pageIn(scene: string): { opening: string; searches: boolean } | null {
  // The page to search from begins with the name of the shop.
  const page = scene.replace(/^\s*WebShop \[SEP\]/, '')
  if (!INSTRUCTION.test(page)) return null
  const elements = page.split(BETWEEN)
  const at = elements.findIndex((one) => FIRST.test(one.trim()))
  if (at < 1) return null
  return {
    opening: `${elements.slice(0, at).join(BETWEEN).trim()} ${BETWEEN}`,
    searches: elements[at]?.trim().toLowerCase() === 'search'
  }
}

/** How the page after the action certainly begins; `''` outside of shops, and for what ends an episode. */
export function pageAfter({ opening, searches }: DerivedState, command: string): string {
  if (typeof opening !== 'string' || !opening || /^click\[\s*buy now\s*\]$/i.test(command)) return ''
  const isSearch = /^search\[/i.test(command) && command.slice('search['.length, -1).trim() !== ''
  const found = searches === true && isSearch
  return found ? `${opening} Back to Search ${BETWEEN} Page 1 (Total results:` : opening
}
