// ATIF files that Orrery wrote: `extra.orrery` gives back the session, its branch, and where each step came from.
import { z } from 'zod'
import { domains } from '../../../domains/index.ts'
import { JsonValue } from '../../../text/json.ts'
import { makeStep } from '../../../tree/history.ts'
import type { Call, Step } from '../../../tree/model.ts'
import { actionOf } from '../../atif/calls.ts'
import { RootExtra, TurnExtra } from '../../atif/extra.ts'
import type { Finding, ImportOptions } from '../../importing.ts'
import { check } from '../lines.ts'
import { itemLines } from '../whole.ts'
import { AtifStep, type Root, textOf } from './schema.ts'

const Own = z.object({ orrery: RootExtra })
const OwnTurn = z.object({ orrery: TurnExtra })
const Asked = z.object({
  orrery: z.object({
    calls: z.array(z.object({ function_name: z.string(), arguments: z.record(z.string(), JsonValue) }))
  })
})

/** The findings in it, or `null` when Orrery did not write it. */
export async function readOwn(
  root: Root,
  text: string,
  { title }: Pick<ImportOptions, 'title'>
): Promise<Finding[] | null> {
  const own = Own.safeParse(root.extra).data?.orrery
  const domain = domains.find(({ id }) => id === own?.session.domain)
  if (!own || !domain || own.branch.setup.domain !== domain.id) return null
  const { session } = own
  const [steps, calls, findings]: [Step[], Call[], Finding[]] = [[], [], []]
  let lines: number[] | null = null
  let asked: z.infer<typeof Asked>['orrery']['calls'] = []
  for (const [index, given] of root.steps.entries()) {
    const object = (reason: string) => {
      lines ??= itemLines(text, 'steps')
      findings.push({ type: 'problem', line: lines[index] ?? null, reason: `steps[${index}]: ${reason}` })
    }
    const step = check(given, AtifStep)
    if ('reason' in step) {
      object(`${step.reason.replace(/\.$/, '')}. What follows was left out.`)
      break
    }
    const data = step.checked
    if (data.source === 'user') asked = Asked.safeParse(data.extra).data?.orrery.calls ?? []
    if (data.source !== 'agent') continue
    const extra = OwnTurn.safeParse(data.extra).data?.orrery
    const action = extra && actionOf(extra.shape, own.view === 'agent' ? (data.tool_calls ?? extra.calls ?? []) : asked)
    const valid = extra && domain.action.safeParse(action)
    if (!extra || !valid?.success) {
      object(`there is no ${domain.id} action in it. What follows was left out.`)
      break
    }
    const answer = extra.calls ? check(root.steps[index + 1], AtifStep) : null
    const shown = own.view === 'agent' ? data.observation?.results[0]?.content : data.message
    const observation = textOf(answer && 'checked' in answer ? answer.checked.message : shown).text
    const made = await makeStep(steps.at(-1)?.id ?? null, valid.data, { text: observation })
    steps.push(made)
    if (!extra.call) continue
    const { setup = own.branch.setup, ...call } = extra.call
    calls.push({ ...call, setup, step: made.id, session: session.id, branch: own.branch.id, trace: null })
  }
  const tip = steps.at(-1)?.id ?? null
  const branch = { ...own.branch, session: session.id, tip, fork: null }
  const named = { ...session, title: title ?? session.title }
  return [...findings, { type: 'tree', tree: { session: named, branches: [branch], steps, calls } }]
}
