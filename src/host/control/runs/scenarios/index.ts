// Scenarios run: every variant and repeat is a world of its own, acted in and checked.
import { z } from 'zod'
import { RESULTS } from '../../../../core/contract/runs.ts'
import { RunJudge } from '../../../../core/control/ask-judge.ts'
import type { Planned, ScenarioResult } from '../../../../core/control/result.ts'
import { type ScenarioReport, summarise } from '../../../../core/control/summary.ts'
import { seedOf, variantLabel, variantsOf } from '../../../../core/control/variants.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { presetsOf } from '../../../../core/faults/presets.ts'
import { contentId } from '../../../../core/tree/history.ts'
import { ScenarioFile, type Variant } from '../../../../core/tree/scenario.ts'
import type { Job, RunKindPlugin } from '../kind.ts'
import { AgentChoice } from './actors.ts'
import { play } from './play.ts'

const Options = z.strictObject({
  scenarios: z.array(ScenarioFile).min(1).max(1000),
  /** Only variants whose label has this text, and the runs without a fault beside them. */
  only: z.string().exactOptional(),
  /** Each variant so many times, with a seed of its own each time. */
  repeat: z.int().min(1).max(100_000).default(1),
  /** Part `index` of `of`: which jobs are done here. The parts of all shards together are the whole. */
  shard: z
    .strictObject({ index: z.int().min(1), of: z.int().min(1).max(10_000) })
    .refine(({ index, of }) => index <= of, 'the index is at most the number of shards')
    .exactOptional(),
  /** Who acts: the scenario's own actions, the built-in agent, a program of the user's that speaks JSON lines, or a lazy agent. */
  agent: AgentChoice.default({ kind: 'script' }),
  /** Who judges rubrics and what agents expected, in place of whom the scenarios name. */
  judge: RunJudge.exactOptional(),
  /** Only variants that ask for this model; `null`: those that ask for none. Absent: all, whatever model is in use. */
  model: z.string().nullable().exactOptional()
})

// Steps of mechanical worlds wait for the disk only.
const AT_ONCE = 4

export const scenarios: RunKindPlugin<z.infer<typeof Options>, ScenarioResult, ScenarioReport> = {
  name: 'scenarios',
  options: Options,
  result: RESULTS.scenarios.result,
  async prepare({ scenarios: files, only, repeat, shard, model, agent, judge }, context, { id: run, signal }) {
    if (agent.kind === 'program') await context.allow(agent.command, { signal })
    const { engine, model: using } = context.engine.info()
    const planned: Planned[] = files
      .flatMap((file) => variantsOf(file, { presets: presetsOf }))
      .flatMap((variant) => repeats(variant, repeat))
    const wanted = planned.filter(({ variant }) =>
      suits(variant, { ...(only !== undefined && { only }), ...(model !== undefined && { model }) })
    )
    if (only !== undefined && !planned.some(({ variant }) => nameOf(variant).includes(only))) {
      const names = [...new Set(planned.map(({ variant }) => `"${nameOf(variant).trim()}"`))]
      const known = names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} …` : names.join(', ')
      throw new OrreryError('not-found', `No variant has "${only}" in its name. There are: ${known}.`)
    }
    if (!wanted.length) throw new OrreryError('invalid-input', 'No variant of these scenarios is for this model.')
    const keyed = await Promise.all(
      wanted.map(async (one) => ({
        ...one,
        key: await keyOf(one, {
          ...{ engine, model: using.name },
          ...(agent.kind !== 'script' && { agent }),
          ...(judge && { judge })
        })
      }))
    )
    // By content, so that adding a scenario moves no other job to another machine.
    const mine = keyed.filter(
      ({ key }) => !shard || Number.parseInt(key.slice(0, 8), 16) % shard.of === shard.index - 1
    )
    const summary = summarise(mine)
    return {
      settings: {
        ...{ engine, model: { ...using }, repeat },
        // What is run, by content: results of other scenarios do not belong to it.
        scenarios: await contentId(keyed.map(({ key }) => key)),
        ...(shard && { shard: { ...shard } }),
        ...(agent.kind !== 'script' && { agent: { ...agent } }),
        ...(judge && { judge: { ...judge } })
      },
      problems: [],
      jobs: mine.map(
        ({ key, ...one }): Job<ScenarioResult> => ({
          key,
          label: labelOf(one, repeat),
          do: ({ signal }) => play(context, { ...one, id: run + key, agent, ...(judge && { judge }) }, { signal })
        })
      ),
      atOnce: AT_ONCE,
      async count(_, { result }) {
        summary.add(result)
      },
      report: () => summary.report()
    }
  }
}

function repeats(variant: Variant, count: number): Planned[] {
  const { setup } = variant.scenario
  return Array.from({ length: count }, (_, repeat) => ({
    variant: { ...variant, scenario: { ...variant.scenario, setup: { ...setup, seed: seedOf(setup.seed, repeat) } } },
    repeat
  }))
}

const nameOf = ({ scenario, of }: Variant): string => `${scenario.name} ${variantLabel(of)}`
const MOST_NAMES = 20

function suits(variant: Variant, { only, model }: Pick<z.infer<typeof Options>, 'only' | 'model'>): boolean {
  if (model !== undefined && (variant.scenario.model ?? null) !== model) return false
  return only === undefined || variant.baseline || nameOf(variant).includes(only)
}

/** The same on every machine: what is run, and what answers. Title, words about it and known holes do not count. */
function keyOf(
  { variant, repeat }: Planned,
  by: { engine: string; model: string; agent?: AgentChoice; judge?: RunJudge }
): Promise<string> {
  const {
    title: _title,
    description: _about,
    teaches: _teaches,
    tries: _tries,
    audit: _audit,
    ...scenario
  } = variant.scenario
  return contentId([z.json().parse(scenario), repeat, by])
}

function labelOf({ variant, repeat }: Planned, of: number): string {
  const label = variantLabel(variant.of)
  const nth = of > 1 ? `run ${repeat + 1}` : ''
  return [variant.scenario.name, label, nth].filter(Boolean).join(', ')
}
