// What an answer says in words or flags of the record that the call names.
import type { Json } from '../../tree/ports.ts'
import { type Fields, isFields, keyOf } from './record.ts'

/** Whether JSON confirms a deletion: it says so, or names the record and does not say otherwise. */
export function confirms(value: unknown, id: Json): boolean {
  if (value === true) return true
  if (!isFields(value)) return false
  const said = ['deleted', 'removed', 'success', 'ok', 'cancelled'].flatMap((name) => value[name] ?? [])
  if (said.includes(false)) return false
  return (
    said.length > 0 ||
    Object.values(value).some((one) => keyOf(one) === keyOf(id) || (isFields(one) && confirms(one, id)))
  )
}

/** `Invoice INV-3 is now sent`, `marked as paid`, `status: sent`: the state that a sentence tells of the record that the call names. */
export function spokenStatus(text: string, record: Fields | null): Fields | null {
  const field = ['status', 'state', 'stage'].find((one) => typeof record?.[one] === 'string')
  const said = /\b(?:is now|marked as|status is|status:|status changed to|status set to) ["“]?([\w-]{1,40})/i.exec(
    text
  )?.[1]
  if (!field || !said) return null
  return { [field]: said.toLowerCase() }
}
