// The library of scenarios as it changes on the disk, while it is shown.
import { useEffect } from 'react'
import { useActions } from './store/index.ts'

// Soon enough for somebody who saves in an editor and looks back; each look is one short call.
const EVERY_MS = 4000

/** Reads the library when what shows it opens, when the window is entered, and every few seconds while it can be seen. */
export function useFreshScenarios(): void {
  const { readScenarios } = useActions()
  useEffect(() => {
    const look = () => {
      if (!document.hidden) void readScenarios()
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    window.addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', look)
    }
  }, [readScenarios])
}
