// Data that comes with Orrery as JSON files in `resources`, read once when the module that needs it is loaded.

import { z } from 'zod'
import { OrreryError } from '../errors.ts'
import { sentenceOf } from './issues.ts'

/** A text that a file holds as a list of its lines. */
export const Lines = z.array(z.string()).transform((lines) => lines.join('\n'))

/**
 * What the file holds, checked.
 * @param file its path in `resources`
 * @throws OrreryError internal, naming the file and each place in it that is wrong
 */
export function shipped<T extends z.ZodType>(file: string, schema: T, given: unknown): z.output<T> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const why = sentenceOf(read.error, { value: given, schema })
  throw new OrreryError('internal', `resources/${file} is damaged. Install Orrery again, or restore the file. ${why}`)
}
