// Files of the guest, as text and as bytes.
import type { EmulatorJob, WorkResult } from './protocol.ts'

/** The bytes are copied: what is sent to another process takes the whole memory along that it is a part of. */
export function writing(
  path: string,
  content: string | Uint8Array,
  mode = 0o644
): Extract<EmulatorJob, { do: 'write' }> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  return { do: 'write', path, mode, content: bytes }
}

/** What was read; `null` where there was nothing to read. */
export const bytesIn = (result: WorkResult | undefined): Buffer | null =>
  result?.did === 'read' && result.content !== null ? Buffer.from(result.content) : null

/** The same as text; `''` where there was nothing to read. */
export const textIn = (result: WorkResult | undefined): string => bytesIn(result)?.toString() ?? ''
