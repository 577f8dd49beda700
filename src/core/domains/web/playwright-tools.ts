// The tools of Playwright's MCP server and their parameters, in all versions of microsoft/playwright-mcp from 0.0.10 to 0.0.79.
import { z } from 'zod'
import given from '../../../../resources/tools/playwright.json' with { type: 'json' }
import { shipped } from '../../text/shipped.ts'

const Kind = z.enum(['text', 'number', 'flag', 'list', 'object'])
export type PlaywrightArgumentKind = z.infer<typeof Kind>

export interface Parameter {
  /** What it is called in one version or another. */
  names: string[]
  kind: PlaywrightArgumentKind
  optional: boolean
}

// `name:kind`, with `|` between names of different versions and `?` where it may be left out.
const Parameters = z.string().transform((text) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one): Parameter => {
      const [, names = '', kind, optional] = /^([\w|]+):(\w+)(\?)?$/.exec(one) ?? []
      return { names: names.split('|'), kind: Kind.parse(kind), optional: Boolean(optional) }
    })
)

/** By name: the parameters of each tool that have to be right. Others are not looked at, as the server does not. */
export const TOOLS = new Map(Object.entries(shipped('tools/playwright.json', z.record(z.string(), Parameters), given)))
