// How components reach the store.
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { WindowState, WindowStore } from './state.ts'

export const StoreContext = createContext<WindowStore | null>(null)

function useStoreApi(): WindowStore {
  const store = useContext(StoreContext)
  if (store) return store
  throw new Error('A component outside <StoreContext> asked for the store.')
}

/** What `select` picks, re-rendering when that changes. It must pick what is there, not make something new. */
export function useOrrery<T>(select: (state: WindowState) => T): T {
  return useStore(useStoreApi(), select)
}

/** Every action, which never change. */
export function useActions(): WindowState {
  return useStoreApi().getState()
}
