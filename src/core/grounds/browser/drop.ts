// What is dragged from one place of a page to another, or into another window: a thing with `data-drag` goes where `data-drop` says.

import type { LivePage } from '../../observations/pages/controls.ts'
import { attribute, closest, type PageElement } from '../../observations/pages/document.ts'
import { relayed } from './in-app.ts'
import { type BrowserAnswer, type BrowserRequest, load } from './load.ts'
import type { BrowserState } from './state.ts'

/** What a request says of the thing that was dropped. */
const DROPPED = 'item'

const nearest = ({ document }: LivePage, element: number | null, name: string): PageElement | null =>
  element === null ? null : closest(document.elements[element] ?? null, ({ attributes }) => attributes.has(name))

/** What is taken hold of at an element; `null` for nothing. */
export function takenAt(page: LivePage, element: number): string | null {
  const taken = nearest(page, element, 'data-drag')
  return taken && attribute(taken, 'data-drag')
}

/**
 * Where a thing goes that is let go at an element: an address of the page's own site; of the place that the whole page is, where nothing
 * lies there. `null` for nowhere.
 */
export function dropAt(page: LivePage, element: number | null): string | null {
  const whole = page.document.elements.find(({ tag, attributes }) => tag === 'main' && attributes.has('data-drop'))
  const place = nearest(page, element, 'data-drop') ?? whole
  return (place && attribute(place, 'data-drop')) || null
}

/**
 * Tells a site what was dropped, and shows again what was shown, unless the site refuses.
 * @param address from the page that is `shown`
 */
export function* letGo(
  browser: BrowserState,
  { item, address, shown }: { item: string; address: string; shown: string }
): Generator<BrowserRequest, BrowserState, BrowserAnswer> {
  const request = { url: new URL(address, shown).href, post: [[DROPPED, item] as [string, string]], replaces: true }
  const { browser: told, answer } = yield* relayed(load(browser, request))
  return answer === null || answer.status >= 400 ? told : yield* load(told, { url: shown, replaces: true })
}
