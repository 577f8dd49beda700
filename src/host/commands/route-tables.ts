// The rules of each ground as tables: `step --print route` and docs/grounding.md show the same.

import { RULES as RECORDS } from '../../core/grounds/records/rules.ts'
import { largest } from '../../core/text/extremes.ts'
import type { Route } from '../../core/tree/ground.ts'
import { RULES as MACHINE } from '../grounds/machine/rules.ts'
import { RULES as SERVERS } from '../grounds/servers/rules.ts'

export interface Row {
  rule: string
  by: Route['by']
  why: string
  /** Programs that it holds for. */
  programs: readonly string[]
}

const machine = MACHINE.map(({ name, why, ...rule }): Row => {
  const programs = 'programs' in rule ? rule.programs : []
  return { rule: name, by: name === 'machine' ? 'ground' : 'model', why, programs }
})
const servers = SERVERS.map(({ name, by, why }): Row => ({ rule: name, by, why, programs: [] }))
const records = RECORDS.map(({ rule, by, says }): Row => ({ rule, by, why: `${says}.`, programs: [] }))

/** By the id of the ground: what answers there instead of the model, and its rules. */
export const TABLES: Record<string, { computes: string; rows: readonly Row[] }> = {
  machine: { computes: 'machine', rows: machine },
  'mcp-servers': { computes: 'server', rows: servers },
  records: { computes: 'records', rows: records }
}

/** The table of a ground as text, for people. */
export function tableOf({ computes, rows }: { computes: string; rows: readonly Row[] }): string {
  const wide = largest(rows.map(({ rule }) => rule.length))
  return rows
    .map(({ rule, by, why, programs }) => {
      const who = by === 'ground' ? computes : 'model'
      const all = programs.length > 0 ? ` (${programs.join(', ')})` : ''
      return `${who.padEnd(computes.length)}  ${rule.padEnd(wide)}  ${why}${all}`
    })
    .join('\n')
}
