// Files and long texts as callers send them.
import { z } from 'zod'

/** The text of a file of records. Twice as much is the longest text that JavaScript can hold. */
export const FileText = longText(256, 'Cut the file into several')

/** Tool definitions as text. The largest published API descriptions have a third of it. */
export const DefinitionsText = longText(32, 'Leave out what the world does not need')

function longText(millions: number, way: string) {
  const most = millions * 1024 * 1024
  return z.string().max(most, `the text is too long: ${millions} million characters are the most. ${way}`)
}

/** A file to import, as text or as base64. `name` may be a path with `/`, as in a folder. */
export const ImportFile = z.union([
  z.strictObject({ name: z.string().min(1), text: FileText }),
  z.strictObject({ name: z.string().min(1), base64: z.base64() })
])
export type ImportFile = z.infer<typeof ImportFile>
