// How the agent got on after something went wrong for the first time.
import { z } from 'zod'
import type { Domain } from '../domains/domain.ts'
import { commandsIn } from '../domains/shell/commands.ts'
import { concludes } from '../domains/talk.ts'
import { canonical } from '../tree/history.ts'
import type { Call, Setup, Step, Tool } from '../tree/model.ts'

export const Recovery = z.strictObject({
  /** The turn in which a perturbation first took part, from 1. */
  turn: z.int(),
  /** Turns, tokens generated and milliseconds after it. */
  turns: z.int(),
  tokens: z.int(),
  ms: z.number(),
  /** Actions that repeat one that was disturbed. */
  retries: z.int(),
  /** Those of them that change something and came at once, without a look at what had become of it. */
  blindWrites: z.int(),
  /** Whether the agent said that it succeeded; `null` where it said nothing of it. */
  claimed: z.boolean().nullable()
})
export type Recovery = z.infer<typeof Recovery>

/** `null` where no perturbation took part. `calls` are those of `chain`'s steps, in their order. */
export function recoveryOf(
  { domain, setup, chain }: { domain: Domain; setup: Setup; chain: readonly Step[] },
  calls: readonly (Call | null)[]
): Recovery | null {
  const tools = domain.tools?.of(setup) ?? []
  const disturbed = chain.map((_, index) => calls[index]?.firings.some(({ took }) => took !== false) ?? false)
  const first = disturbed.indexOf(true)
  if (first < 0) return null
  const failed = new Set<string>()
  let [retries, blindWrites] = [0, 0]
  for (const [index, { action }] of chain.entries()) {
    const key = canonical(action)
    if (failed.has(key)) {
      retries++
      const before = chain[index - 1]
      if (before && canonical(before.action) === key && isWrite(domain, tools, action)) blindWrites++
    }
    if (disturbed[index]) failed.add(key)
  }
  const after = calls.slice(first + 1)
  const sum = (of: (call: Call) => number) => after.reduce((total, call) => total + (call ? of(call) : 0), 0)
  const last = chain.at(-1)
  return {
    turn: first + 1,
    turns: chain.length - first - 1,
    tokens: sum(({ tokens }) => tokens.generated),
    ms: sum(({ ms }) => ms.total),
    ...{ retries, blindWrites },
    claimed: last ? concludes(setup, last.action, last.observation.text) : null
  }
}

const WRITING_TOOL =
  /(?:^|[_-])(?:create|add|insert|write|update|edit|set|delete|remove|send|post|move|rename|pay|book|cancel|submit)/i
const WRITING_PROGRAMS = new Set(
  'rm mv cp mkdir rmdir touch ln chmod chown tee dd truncate kill git pip npm apt apt-get docker systemctl psql mysql'.split(
    ' '
  )
)

/** Whether the action may change something. Tools say it themselves, else their names do; in terminals, the programs and redirections. */
function isWrite(domain: Domain, tools: readonly Tool[], action: Step['action']): boolean {
  const name = domain.toolOf(action) ?? ''
  if (domain.shell?.machine === 'console') {
    const typed = Array.isArray(action) ? action.map((one) => String(Object(one).keystrokes ?? '')).join('\n') : ''
    return commandsIn(typed).some((one) => one.to.length > 0 || WRITING_PROGRAMS.has(one.name))
  }
  const tool = tools.find((one) => one.name === name)
  const readOnly = tool?.annotations?.readOnlyHint
  return typeof readOnly === 'boolean' ? !readOnly : WRITING_TOOL.test(name)
}
