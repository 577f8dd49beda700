// What an answer looks like: by the tool's outputSchema, by an earlier answer of the tool, or by what its description says.

import { isSchema, type ObjectSchema } from '../../domains/tools/bounded.ts'
import { parseJson } from '../../text/json.ts'
import type { Json } from '../../tree/ports.ts'
import { propertiesOf, requiredOf } from './plan.ts'
import { isFields } from './record.ts'

export type RecordShape =
  | { type: 'object'; fields: [name: string, shape: RecordShape][]; required: ReadonlySet<string>; more: boolean }
  | { type: 'array'; items: RecordShape | null }
  | { type: 'value'; schema: ObjectSchema }

/** How a tool answers. `indent`: spaces of its JSON. */
export type AnswerForm = { type: 'json'; shape: RecordShape | null; indent: number } | { type: 'sentence' }

const PLAIN: AnswerForm = { type: 'json', shape: null, indent: 2 }

// Schemas that refer to themselves are told this deep.
const DEEPEST = 8

function shapeOf(schema: Json | undefined, depth = 0): RecordShape {
  if (!isSchema(schema) || depth > DEEPEST) return { type: 'value', schema: {} }
  const properties = propertiesOf(schema)
  if (properties.length) {
    const fields = properties.map(([name, one]): [string, RecordShape] => [name, shapeOf(one, depth + 1)])
    return { type: 'object', fields, required: new Set(requiredOf(schema)), more: false }
  }
  if (schema.type === 'array')
    return { type: 'array', items: isSchema(schema.items) ? shapeOf(schema.items, depth + 1) : null }
  return { type: 'value', schema }
}

/** The shape of a value that a tool answered with. */
function shapeLike(value: Json, listed = false): RecordShape {
  if (Array.isArray(value)) {
    const [first] = value
    return { type: 'array', items: isFields(first) ? shapeLike(first, true) : null }
  }
  if (!isFields(value)) return { type: 'value', schema: {} }
  const fields = Object.entries(value).map(([name, one]): [string, RecordShape] => [name, shapeLike(one, true)])
  const wraps = fields.some(([, one]) => one.type !== 'value')
  return { type: 'object', fields, required: wraps ? new Set(Object.keys(value)) : new Set(), more: !listed && !wraps }
}

/** @param example an earlier answer of the tool, as it was written */
export function formOf(tool: { description?: string; outputSchema?: Json }, example: string | undefined): AnswerForm {
  if (tool.outputSchema !== undefined) return { type: 'json', shape: shapeOf(tool.outputSchema), indent: 2 }
  const value = example === undefined ? null : parsed(example)
  if (value !== null && typeof value === 'object') {
    return { type: 'json', shape: shapeLike(value), indent: example?.includes('\n') ? 2 : 0 }
  }
  if (example !== undefined) return { type: 'sentence' }
  const { description = '' } = tool
  const shape = described(description)
  if (shape) return { type: 'json', shape, indent: 2 }
  return /\bsentence\b|\bin words\b|\b(?:confirmation|success) message\b/i.test(description)
    ? { type: 'sentence' }
    : PLAIN
}

function parsed(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** `{"total": number, "items": [...]}`, or `objects with id, title and status`. */
function described(text: string): RecordShape | null {
  const items = listed(text)
  const open = text.indexOf('{"')
  const close = open < 0 ? -1 : text.indexOf('}', open)
  if (close > open) {
    const names = [...text.slice(open, close + 1).matchAll(/"(\w{1,40})"(?::\s?(\[)?)?/g)]
    const fields = names.map(([, name = '', list]): [string, RecordShape] => [
      name,
      list ? { type: 'array', items } : { type: 'value', schema: {} }
    ])
    return { type: 'object', fields, required: new Set(fields.map(([name]) => name)), more: false }
  }
  if (!items) return null
  return /\b(?:array|list|objects)\b/i.test(text) ? { type: 'array', items } : items
}

function listed(text: string): RecordShape | null {
  const found = /\bobjects? with ([\w, ]{1,300})/i.exec(text)?.[1]
  const names = found
    ?.replace(/,? and /g, ',')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!names?.length || names.some((name) => name.includes(' '))) return null
  const fields = names.map((name): [string, RecordShape] => [name, { type: 'value', schema: {} }])
  return { type: 'object', fields, required: new Set(names), more: false }
}

/** Whether an answer of the shape has room for a list. */
export function lists(shape: RecordShape): boolean {
  return shape.type === 'array' || (shape.type === 'object' && shape.fields.some(([, one]) => lists(one)))
}
