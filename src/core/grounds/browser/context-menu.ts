// The menu of a thing on a page: a `menu` with `hidden`, beside what it belongs to. A long press opens it on a phone, the right button on a desktop.
import { isButton, isDisabled, type LivePage } from '../../observations/pages/controls.ts'
import { attribute, collapsed, inside, isElement, type PageElement, textIn } from '../../observations/pages/document.ts'

/** What a menu offers: a link or a button of the page. */
export interface ContextItem {
  label: string
  element: number
}

/** @returns the items of the nearest menu around an element; none where it has none */
export function contextItems({ document }: LivePage, index: number): ContextItem[] {
  for (let at: PageElement | null = document.elements[index] ?? null; at; at = at.parent) {
    const menu = at.children.filter(isElement).find(({ tag, attributes }) => tag === 'menu' && attributes.has('hidden'))
    if (!menu) continue
    return [...inside(menu)]
      .filter((one) => (isButton(one) || one.attributes.has('href')) && !isDisabled(one))
      .map((one) => ({ label: attribute(one, 'aria-label') || collapsed(textIn(one)), element: one.index }))
  }
  return []
}
