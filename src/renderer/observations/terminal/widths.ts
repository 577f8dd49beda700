// How many cells a code point takes, by the table the terminal itself measures with.
import { Unicode11Addon } from '@xterm/addon-unicode11'
import type { IUnicodeVersionProvider, Terminal } from '@xterm/xterm'

/** The width table of Unicode 11, to register with a terminal, and its widths: 0, 1 or 2 cells a code point. */
export function unicode11(): { provider: IUnicodeVersionProvider; width: (codePoint: number) => number } {
  const found: IUnicodeVersionProvider[] = []
  const unicode = { register: (given: IUnicodeVersionProvider) => found.push(given) }
  // The addon's activate touches nothing of the terminal but `unicode.register`, which hands over the table.
  new Unicode11Addon().activate({ unicode } as unknown as Terminal)
  const [provider] = found
  if (provider === undefined) throw new Error('addon-unicode11 registered no width table')
  return { provider, width: (codePoint) => provider.wcwidth(codePoint) }
}
