// Where the focus goes when what had it is gone: whoever works by keys must not begin at the top again.
import { useState } from 'react'

const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]'

// What had it last below dialogs and menus.
let place: HTMLElement | null = null

/** Listens until the page goes away. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest(OVER)) place = target
  })
}

/** For when a dialog closes that no button of its own opened: the focus is where it was before, else in the main part of the window. */
export function useFocusReturn(): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    for (const one of [before, place, document.querySelector('main')]) {
      // What the dialog led to may have taken it.
      if (document.activeElement !== document.body) return
      if (one instanceof HTMLElement) one.focus()
    }
  }
}
