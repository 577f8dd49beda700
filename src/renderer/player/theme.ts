// Light or dark: the system's choice until the reader makes one, kept on the root element where styles.css reads it.
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

const system = () => window.matchMedia('(prefers-color-scheme: dark)')

/** @returns whether the page is dark, and a function that changes it from dark to light or back */
export function useTheme(): [dark: boolean, toggle: () => void] {
  const night = useSyncExternalStore(watch, () => system().matches)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const dark = chosen ?? night
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])
  return [dark, () => setChosen(!dark)]
}

function watch(changed: () => void): () => void {
  const query = system()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
