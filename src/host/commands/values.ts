// Values of options as numbers. A value that will not do is refused with what was expected; `cli.ts` adds the option's name.
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { numberName } from '../../core/text/issues.ts'

/** A parser for an option whose value the contract checks against `schema`: the same range, known before anything is opened. */
export function numberIn(schema: z.ZodType): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (schema.safeParse(value).success) return value
    throw new InvalidArgumentError(`expected ${numberName(schema)}`)
  }
}

export const whole = numberIn(z.int().min(0))

export const positive = numberIn(z.int().min(1))

export const port = numberIn(z.int().min(0).max(65_535))

/** A number that `schema` takes, or `auto`. Commander takes `null` from a parser for an option without a value. */
export function orAuto(schema: z.ZodType): (text: string) => number | 'auto' {
  const read = numberIn(schema)
  return (text) => {
    if (text === 'auto') return text
    try {
      return read(text)
    } catch {
      throw new InvalidArgumentError(`expected ${numberName(schema)}, or auto`)
    }
  }
}
