// Verbs as the tools that agents are given.
import type { Tool } from '../../../tree/model.ts'
import type { VerbRules } from './rules.ts'
import { schemaOf } from './values.ts'

export function toolOf({ name, title, about, does, input, changes }: VerbRules): Tool {
  const columns = [...input.values()]
  const required = columns.flatMap((column) => (column.required ? [column.name] : []))
  const reads = does ? does.verb === 'list' || does.verb === 'get' : true
  return {
    ...{ name, ...(title !== null && { title }), description: about },
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false
    },
    annotations: { readOnlyHint: reads && !changes.length }
  }
}
