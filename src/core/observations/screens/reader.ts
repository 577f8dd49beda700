// What a reader of screens declares: one file in `readers/`, one line in its index.
import type { Screen } from './screen.ts'

/** A text format that screens are told in. */
export interface ScreenReader {
  name: string
  title: string
  /** Whether the text looks like this format. Cheap: looks at the beginning only. */
  recognises(text: string): boolean
  /** Reads what can be read, in time linear in the text; the rest is a warning. Throws an Error in a sentence when nothing can. */
  read(text: string): Screen
  /** The screen in this format: `write(read(text))` is `text` for what real programs write. */
  write(screen: Screen): string
}
