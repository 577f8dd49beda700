// What was typed into a form and not saved: it outlives the form, so that Escape, another world or another scenario costs nobody their words.
import type { Kit } from './state.ts'

export interface Unsaved {
  /** By the form that it was typed into, such as `scenario clone`. */
  unsaved: Readonly<Record<string, unknown>>
}

export interface UnsavedActions {
  /** Keeps `value` for the form of this name until the window closes; `null` forgets it: it was saved, or is not wanted. */
  keepUnsaved(form: string, value: unknown): void
}

export function unsavedActions({ set }: Pick<Kit, 'set'>): UnsavedActions {
  return {
    keepUnsaved: (form, value) =>
      set(({ unsaved }) => {
        const { [form]: was, ...rest } = unsaved
        if (value === null) return was === undefined ? {} : { unsaved: rest }
        return { unsaved: { ...rest, [form]: value } }
      })
  }
}

/** Whether a dialog is opened on what it was about before: then what long work made of it is shown again. */
export const isSameSubject = <T>(one: T, other: T | null): boolean => JSON.stringify(one) === JSON.stringify(other)
