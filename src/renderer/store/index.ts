// How components reach the store.
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { State, Store } from './state.ts'

export const StoreContext = createContext<Store | null>(null)

function useStoreApi(): Store {
  const store = useContext(StoreContext)
  if (store) return store
  throw new Error('A component outside <StoreContext> asked for the store.')
}

/** What `select` picks, re-rendering when that changes. It must pick what is there, not make something new. */
export function useOrrery<T>(select: (state: State) => T): T {
  return useStore(useStoreApi(), select)
}

/** Every action, which never change. */
export function useActions(): State {
  return useStoreApi().getState()
}
