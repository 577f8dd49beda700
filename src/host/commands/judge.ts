// `orrery agent run --adversarial --judge`: the model's second opinion on each run.

import type { StreamEvent } from '../../core/contract/index.ts'
import {
  JUDGEMENT_SCHEMA,
  type Judgement,
  judgeMessages,
  judgeReport,
  readJudgement
} from '../../core/control/judge.ts'
import type { ScenarioResult } from '../../core/control/result.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { USUAL } from '../../core/domains/usual.ts'
import { OrreryError } from '../../core/errors.ts'
import { codeOf } from '../doors/agents/door.ts'
import { mount } from '../doors/mount.ts'
import type { Cli, Door } from './door.ts'
import { progress } from './print.ts'

const MOST_TOKENS = 400

/** Lines of the report. @throws OrreryError no-model; cancelled */
export async function judged(cli: Cli, door: Door, results: readonly ScenarioResult[]): Promise<string[]> {
  const { model } = await door.call('doors.status', {})
  const mounted = mount(door.handlers, 'agent')
  const loaded = await mounted.call('agent.model', { key: model.key })
  if (!loaded.ok) throw new OrreryError(codeOf(loaded.error.code), loaded.error.message)
  // `as`: the output of this call.
  const known = loaded.value as { id: string } | null
  if (!known) throw new OrreryError('no-model', 'A second opinion needs a model. Choose one: orrery model list')
  const judgements: (Judgement | null)[] = []
  const shown = progress(cli.io)
  for (const result of results) {
    shown.show('Judging', judgements.length / results.length)
    let text = ''
    const asked = {
      key: model.key,
      messages: judgeMessages(await told(door, result)),
      sampling: { temperature: 0, maxTokens: MOST_TOKENS },
      seed: 0,
      schema: JUDGEMENT_SCHEMA
    }
    await mounted.stream('agent.answer', asked, {
      signal: cli.signal,
      emit(event) {
        // `as`: the events of this stream.
        const one = event as StreamEvent<'agent.answer'>
        if (one.type === 'text') text += one.text
      }
    })
    judgements.push(readJudgement(text))
  }
  shown.clear()
  const labels = results.map(({ scenario, variant, repeat }) =>
    [scenario, variant, repeat > 0 && `run ${repeat + 1}`].filter(Boolean).join(', ')
  )
  return judgeReport(known.id, labels, judgements)
}

async function told(door: Door, { session, branch, fired, answer }: ScenarioResult) {
  const rows = await door.call('steps.list', { session, branch })
  const { branches } = await door.call('worlds.open', { session })
  const setup = branches.find(({ id }) => id === branch)?.setup
  const domain = findDomain(setup?.domain ?? USUAL)
  const steps = await Promise.all(rows.map(({ id }) => door.call('steps.get', { session, step: id })))
  const turns = steps.map(({ step }) => ({
    action: labelOf(domain, step.action, null),
    observation: step.observation.text
  }))
  const risks = fired.filter(({ count }) => count > 0).map(({ name }) => name)
  return { task: setup?.task ?? '', risks, turns, answer: answer ?? null }
}
