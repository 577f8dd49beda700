// Whether a value is one that a column takes, and what is said where it is not.
import type { Json } from '../../../tree/ports.ts'
import { placesOf } from './decimal.ts'
import { VerbRefusal } from './refusal.ts'
import type { ColumnRules } from './rules.ts'
import { isTime } from './time.ts'

const shown = (value: Json): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const KINDS: Record<ColumnRules['type'], { is: (value: Json, column: ColumnRules) => boolean; called: string }> = {
  id: {
    is: (value, { prefix }) => (prefix === undefined ? Number.isInteger(value) : typeof value === 'string'),
    called: 'an id'
  },
  text: { is: (value) => typeof value === 'string', called: 'a text' },
  integer: { is: Number.isSafeInteger, called: 'a whole number' },
  number: { is: (value) => typeof value === 'number', called: 'a number' },
  money: {
    is: (value) => typeof value === 'number' && placesOf(value) <= 2 && Math.abs(value) < 1e12,
    called: 'an amount with at most two decimal places, below a million million'
  },
  boolean: { is: (value) => typeof value === 'boolean', called: 'true or false' },
  date: {
    is: (value) => typeof value === 'string' && value.length === 10 && isTime(value),
    called: 'a date such as 2026-03-02'
  },
  time: {
    is: (value) => typeof value === 'string' && isTime(value),
    called: 'a time such as 2026-03-02T09:00:00Z'
  },
  created: { is: (value) => typeof value === 'string' && isTime(value), called: 'a time' },
  updated: { is: (value) => typeof value === 'string' && isTime(value), called: 'a time' },
  list: {
    is: (value) => Array.isArray(value) && value.every((one) => typeof one !== 'object'),
    called: 'a list of texts or numbers'
  },
  json: { is: () => true, called: 'anything' }
}

/** The value. @throws VerbRefusal in the words of the column */
export function fitting(column: ColumnRules, value: Json): Json {
  const { name, type, enum: allowed } = column
  if (value === null) {
    if (column.required) throw new VerbRefusal(`"${name}" is required.`, 422)
    return null
  }
  const { is, called } = KINDS[type]
  if (!is(value, column)) throw new VerbRefusal(`"${name}" must be ${called}, not ${shown(value)}.`, 422)
  const parts: readonly Json[] = Array.isArray(value) ? value : [value]
  const odd = allowed && parts.find((one) => !allowed.some((other) => other === one))
  if (odd !== undefined) {
    throw new VerbRefusal(`"${name}" must be one of ${allowed?.join(', ')}, not ${shown(odd)}.`, 422)
  }
  withinBounds(column, value)
  return value
}

function withinBounds({ name, min, max }: ColumnRules, value: Json): void {
  const size =
    typeof value === 'number' ? value : typeof value === 'string' || Array.isArray(value) ? value.length : null
  if (size === null) return
  const of = typeof value === 'number' ? '' : typeof value === 'string' ? ' character' : ' item'
  const counted = (limit: number) => `${limit}${of}${of && limit !== 1 ? 's' : ''}`
  if (min !== undefined && size < min) {
    throw new VerbRefusal(`"${name}" must be at least ${counted(min)}, not ${of ? size : shown(value)}.`, 422)
  }
  if (max !== undefined && size > max) {
    throw new VerbRefusal(`"${name}" must be at most ${counted(max)}, not ${of ? size : shown(value)}.`, 422)
  }
}

/** A value that came as text, by the type of its column: from a query, a path, or a typed line. What does not fit stays a text. */
export function fromText({ type, prefix }: ColumnRules, text: string): Json {
  switch (type) {
    case 'id':
      return prefix === undefined ? numberFrom(text) : text
    case 'integer':
    case 'number':
    case 'money':
      return numberFrom(text)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'list':
      return text.split(',').map((one) => one.trim())
    default:
      return text
  }
}

function numberFrom(text: string): Json {
  const read = /^-?\d{1,15}(?:\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(read) ? read : text
}

/** The JSON schema of a value, for the tools that take it. */
export function schemaOf(column: ColumnRules): { [name: string]: Json } {
  const { type, about, enum: allowed, min, max } = column
  const only = allowed && { enum: allowed }
  const described = {
    ...(about !== undefined && { description: about }),
    ...(column.default !== undefined && { default: column.default })
  }
  switch (type) {
    case 'id':
      return { type: column.prefix === undefined ? 'integer' : 'string', ...described }
    case 'integer':
    case 'number':
    case 'money':
      return {
        ...{ type: type === 'integer' ? 'integer' : 'number', ...only, ...described },
        ...(min !== undefined && { minimum: min }),
        ...(max !== undefined && { maximum: max })
      }
    case 'boolean':
      return { type, ...described }
    case 'list':
      return { type: 'array', items: { type: 'string', ...only }, ...described }
    case 'json':
      return { ...described }
    default:
      return {
        ...{ type: 'string', ...only, ...described },
        ...(min !== undefined && { minLength: min }),
        ...(max !== undefined && { maxLength: max })
      }
  }
}
