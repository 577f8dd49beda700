// The state of a form whose words must not be lost with it.
import { useActions, useOrrery } from './store/index.ts'

/** What was typed into the form of this name and not saved, or `null`; and the way to keep it, `null` to forget it. */
export function useUnsaved<T extends object | string>(form: string): [T | null, (value: T | null) => void] {
  // One form keeps one type: whoever reads under its name has written under it.
  const kept = useOrrery(({ unsaved }) => unsaved[form] as T | undefined)
  const { keepUnsaved } = useActions()
  return [kept ?? null, (value) => keepUnsaved(form, value)]
}

/** The same as a state of the form: `usual` until something was typed or chosen. */
export function useKept<T extends object | string>(form: string, usual: T): [T, (value: T | null) => void] {
  const [kept, keep] = useUnsaved<T>(form)
  return [kept ?? usual, keep]
}
