// Light or dark: the person's choice, or the system's, kept on the root element where styles.css reads it.
import { useSyncExternalStore } from 'react'
import type { WindowStore } from './store/state.ts'

const system = () => window.matchMedia('(prefers-color-scheme: dark)')

/** Keeps the page in the store's theme, and with `system` in the machine's. */
export function followTheme(store: WindowStore): void {
  const apply = () => {
    const { theme } = store.getState()
    document.documentElement.dataset.theme = theme === 'system' ? (system().matches ? 'dark' : 'light') : theme
  }
  apply()
  store.subscribe((now, before) => now.theme !== before.theme && apply())
  system().addEventListener('change', apply)
}

/** Whether the page is dark now. */
export function useDark(): boolean {
  return useSyncExternalStore(watch, () => document.documentElement.dataset.theme === 'dark')
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
