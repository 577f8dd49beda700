// The rules of each ground as tables: `step --print route` and docs/grounding.md show the same.

import type { Rule } from '../../core/grounds/rule.ts'
import { RULES as SEARCH } from '../../core/grounds/search/rules.ts'
import { RULES as WIDGETS } from '../../core/grounds/widgets/rules.ts'
import { largest } from '../../core/text/extremes.ts'
import { RULES as MACHINE } from '../grounds/machine/rules.ts'
import { RULES as SERVERS } from '../grounds/servers/rules.ts'

/** By the id of the ground: what answers there instead of the model, and its rules. */
export const TABLES: Record<string, { computes: string; rules: readonly Rule[] }> = {
  machine: { computes: 'machine', rules: MACHINE },
  'mcp-servers': { computes: 'server', rules: SERVERS },
  widgets: { computes: 'widgets', rules: WIDGETS },
  search: { computes: 'pages', rules: SEARCH }
}

/** The table of a ground as text, for people. */
export function tableOf({ computes, rules }: { computes: string; rules: readonly Rule[] }): string {
  const wide = largest(rules.map(({ name }) => name.length))
  return rules
    .map(({ name, by, why, programs = [] }) => {
      const who = by === 'ground' ? computes : 'model'
      const all = programs.length > 0 ? ` (${programs.join(', ')})` : ''
      return `${who.padEnd(computes.length)}  ${name.padEnd(wide)}  ${why}${all}`
    })
    .join('\n')
}
