// Scenarios audited: each one's own walk has to pass its checks, and lazy agents have to fail them. Nothing is asked of a model.
import { z } from 'zod'
import { RESULTS } from '../../../../core/contract/runs.ts'
import { type AuditReport, type AuditRow, counted, NO_AUDIT } from '../../../../core/control/audit.ts'
import { lazyAgents } from '../../../../core/control/lazy/index.ts'
import { variantsOf } from '../../../../core/control/variants.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { presetsOf } from '../../../../core/faults/presets.ts'
import { contentId } from '../../../../core/tree/history.ts'
import { ScenarioFile } from '../../../../core/tree/scenario.ts'
import { none } from '../../../engines/none.ts'
import type { Job, RunContext, RunKindPlugin } from '../kind.ts'
import { rehearse } from '../scenarios/rehearse.ts'

const Options = z.strictObject({ scenarios: z.array(ScenarioFile).min(1).max(1000) })

// As many as scenarios run at once.
const AT_ONCE = 4

export const audit: RunKindPlugin<z.infer<typeof Options>, AuditRow, AuditReport> = {
  name: 'audit',
  options: Options,
  result: RESULTS.audit.result,
  async prepare({ scenarios }, context) {
    const bare = scenarios.find(({ checks }) => !checks.length)
    if (bare) throw new OrreryError('invalid-input', `The scenario "${bare.name}" has no checks to audit.`)
    const keys = await Promise.all(scenarios.map((one) => contentId(z.json().parse(one))))
    let report = NO_AUDIT
    return {
      settings: { scenarios: await contentId(keys) },
      problems: [],
      jobs: scenarios.map(
        (scenario, index): Job<AuditRow> => ({
          key: keys[index] ?? scenario.name,
          label: scenario.name,
          do: async (options) => ({
            result: await audited({ ...context, engine: none }, scenario, options),
            error: null
          })
        })
      ),
      atOnce: AT_ONCE,
      async count(_, { result }) {
        if (result) report = counted(report, result)
      },
      report: () => report
    }
  }
}

/** Its own walk, lazy agents and its other walks, one after the other. The engine is asked where the context has one. */
export async function audited(
  context: RunContext,
  { matrix: _, ...file }: ScenarioFile,
  { signal }: { signal: AbortSignal }
): Promise<AuditRow> {
  const variants = variantsOf(file, { presets: presetsOf })
  const row = { scenario: file.name, title: file.title }
  for (const variant of variants) {
    const { result, error } = await rehearse(context, variant, { answers: null, signal })
    const outcome = error?.code === 'no-model' ? 'model' : result.verdict === 'pass' ? null : 'fail'
    if (outcome) return { ...row, witness: { outcome, why: result.why }, lazy: [] }
  }
  const lazy: AuditRow['lazy'] = []
  for (const variant of variants.filter(({ reference }) => !reference)) {
    for (const { name } of lazyAgents) {
      const { result } = await rehearse(context, variant, {
        answers: null,
        agent: { kind: 'lazy', lazy: name },
        signal
      })
      const [passes, open] = [result.verdict === 'pass', file.audit?.[name]]
      lazy.push({
        agent: name,
        passes,
        why: passes ? `It is held to: ${result.checks.map(({ name: check }) => check).join('; ')}.` : result.why,
        ...(open !== undefined && { open })
      })
    }
  }
  const walks: NonNullable<AuditRow['walks']> = []
  for (const variant of variants.filter(({ reference }) => !reference)) {
    for (const { name, actions, fails } of file.walks ?? []) {
      const scenario = { ...variant.scenario, actions, reactions: [] }
      const { result } = await rehearse(context, { ...variant, scenario }, { answers: null, signal })
      const failed = result.checks.flatMap((one) => (one.verdict === 'pass' ? [] : one.name))
      const asSaid = [...failed].sort().join('\n') === [...fails].sort().join('\n')
      walks.push({
        walk: name,
        asSaid,
        why: failed.length ? `It fails: ${failed.join('; ')}.` : 'It passes every check.'
      })
    }
  }
  return {
    ...{ ...row, witness: { outcome: 'pass', why: 'Its own actions pass.' }, lazy },
    ...(walks.length > 0 && { walks })
  }
}
