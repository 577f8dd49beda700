// Verbs as the tools that agents are given.
import type { Tool } from '../../../tree/model.ts'
import type { Json } from '../../../tree/ports.ts'
import type { ColumnRules, VerbRules } from './rules.ts'
import { schemaOf } from './values.ts'

export function toolOf({ name, title, about, does, input, columns: own, changes }: VerbRules): Tool {
  const columns = [...input.values()]
  const required = columns.flatMap((column) => (column.required ? [column.name] : []))
  // A change can empty what may be empty: no key, nothing that is required, nothing that has a value of its own.
  const empties = (one: string) => {
    const column = does?.verb === 'update' && own.includes(one) ? does.table.columns.get(one) : undefined
    return column !== undefined && !column.required && column.default === undefined
  }
  const reads = does ? does.verb === 'list' || does.verb === 'get' : true
  return {
    ...{ name, ...(title !== null && { title }), description: about },
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        columns.map((column) => [column.name, empties(column.name) ? withNull(column) : schemaOf(column)])
      ),
      ...(required.length > 0 && { required }),
      additionalProperties: false
    },
    annotations: { readOnlyHint: reads && !changes.length }
  }
}

function withNull(column: ColumnRules): { [name: string]: Json } {
  const { type, enum: allowed, ...more } = schemaOf(column)
  return {
    ...(type !== undefined && { type: [type, 'null'] }),
    ...(Array.isArray(allowed) && { enum: [...allowed, null] }),
    ...more
  }
}
