// The address field of a browser's window.
import type { AddressText } from './state.ts'

/** A text in the place of what is chosen, else behind what stands there. */
export const typedInAddress = ({ text, chosen }: AddressText, typed: string): AddressText =>
  typed ? { text: chosen ? typed : text + typed, chosen: false } : { text, chosen }

/** What a key does there. `address`: `null` where the field is left; `goes`: to which address; `copied`: what comes into the clipboard. */
export function keyInAddress(
  address: AddressText,
  keys: string,
  clipboard: string
): { address: AddressText | null; goes?: string; copied?: string } {
  const { text, chosen } = address
  const copied = chosen ? { copied: text } : {}
  const emptied = { text: '', chosen: false }
  switch (keys) {
    case 'Enter':
      return text.trim() ? { address: null, goes: text } : { address }
    case 'Escape':
    case 'Tab':
      return { address: null }
    case 'Control+a':
      return { address: { text, chosen: text !== '' } }
    case 'Control+c':
      return { address, ...copied }
    case 'Control+x':
      return { address: chosen ? emptied : address, ...copied }
    case 'Control+v':
      return { address: typedInAddress(address, clipboard.split('\n')[0] ?? '') }
    case 'Backspace':
      return { address: chosen ? emptied : { text: [...text].slice(0, -1).join(''), chosen } }
    case 'Delete':
      return { address: chosen ? emptied : address }
    case 'End':
    case 'ArrowRight':
      return { address: { text, chosen: false } }
    default:
      return { address: [...keys].length === 1 ? typedInAddress(address, keys) : address }
  }
}
