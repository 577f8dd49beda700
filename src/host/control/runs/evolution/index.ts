// Harder variants of a scenario, a job for each way of making it harder: made by rule, and admitted by the audit.
import { z } from 'zod'
import { holesIn } from '../../../../core/control/audit.ts'
import { type EvolutionReport, EvolveOptions, Harder, rateOf, unfitRate } from '../../../../core/control/evolution.ts'
import { readScenario } from '../../../../core/control/validate.ts'
import { chanceOf } from '../../../../core/control/vary/chance.ts'
import { type Original, type Tools, UnfitAttempt } from '../../../../core/control/vary/original.ts'
import { writtenScenario } from '../../../../core/control/written.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { contentId, draw } from '../../../../core/tree/history.ts'
import type { ScenarioFile } from '../../../../core/tree/scenario.ts'
import { writeYaml } from '../../../domains/tools/yaml.ts'
import { askFor } from '../../../engines/ask.ts'
import { none } from '../../../engines/none.ts'
import { audited } from '../audit/index.ts'
import type { Job, RunContext, RunKindPlugin } from '../kind.ts'
import { originalOf } from '../variations/original.ts'
import { type HarderDraft, type HarderWay, ways } from './ways.ts'

// A way that has more drafts gives up after these.
const MOST_DRAFTS = 4
// A scenario's name has a hundred characters at most.
const LONGEST_NAME = 80

export const evolution: RunKindPlugin<EvolveOptions, Harder, z.infer<typeof EvolutionReport>> = {
  name: 'evolution',
  options: EvolveOptions,
  result: Harder,
  async prepare(options, context, { signal }) {
    const { scenario, outcomes, seed, by } = options
    const unfit = unfitRate(scenario.name, outcomes)
    if (unfit !== null) throw new OrreryError('invalid-input', unfit)
    if (by === 'model' && context.engine.absent)
      throw new OrreryError(
        'no-model',
        'No model is in use that could reword the task. Choose one, or leave it to the rules.'
      )
    const original = await originalOf({ ...context, engine: none }, { scenario }, { signal })
    const parent = await contentId(plain(scenario))
    const chosen = await chanceOf(`${seed}|${parent}`).shuffled(ways.filter(({ asks }) => !asks || by === 'model'))
    const report = { admitted: 0, refused: 0 }
    return {
      settings: { parent, seed, by, outcomes: plain(outcomes) },
      problems: [],
      jobs: chosen.map(
        (way): Job<Harder> => ({
          key: `${parent} ${seed} ${way.name}`,
          label: way.name,
          do: async (stop) => ({ result: await harder(context, { way, original, options, parent }, stop), error: null })
        })
      ),
      atOnce: 1,
      async count(_, { result }) {
        if (result) report[result.refused === null ? 'admitted' : 'refused']++
      },
      report: () => report
    }
  }
}

async function harder(
  context: RunContext,
  { way, original, options, parent }: { way: HarderWay; original: Original; options: EvolveOptions; parent: string },
  { signal }: { signal: AbortSignal }
): Promise<Harder> {
  const key = `${options.seed}|${parent}|${way.name}`
  const none = { way: way.name, scenario: null, text: '' }
  let refused = { ...none, how: '', refused: 'It had no draft.' }
  try {
    const drafts = await way.make(original, options.outcomes, toolsFor(context, key, options, signal))
    for (const draft of drafts.slice(0, MOST_DRAFTS)) {
      const made = await admitted(context, { way, draft, original, options, parent }, { signal })
      if ('scenario' in made) return { way: way.name, how: draft.how, refused: null, ...made }
      refused = { ...none, how: draft.how, refused: made.refused }
    }
    return refused
  } catch (error) {
    if (!(error instanceof UnfitAttempt)) throw error
    return { ...none, how: error.how, refused: error.message }
  }
}

async function admitted(
  context: RunContext,
  {
    way,
    draft,
    original,
    options,
    parent
  }: { way: HarderWay; draft: HarderDraft; original: Original; options: EvolveOptions; parent: string },
  { signal }: { signal: AbortSignal }
): Promise<{ scenario: ScenarioFile; text: string } | { refused: string }> {
  const { scenario: from, outcomes } = options
  const before = from.evolved ?? []
  const generation = before.length + 1
  const [base = from.name] = from.name.split('-harder-')
  const file: ScenarioFile = {
    ...asWritten(draft.file, from, original),
    name: `${base.slice(0, LONGEST_NAME)}-harder-${generation}`,
    title: `${from.title.replace(/ \(harder(?: \d+)?\)$/, '')} (harder${generation > 1 ? ` ${generation}` : ''})`,
    description: `${from.description} Made harder: ${draft.how}.`,
    evolved: [
      ...before,
      {
        ...{ from: from.name, id: parent, way: way.name, change: draft.how, rate: rateOf(outcomes) },
        ...{ passed: outcomes.passed, judged: outcomes.judged, runs: outcomes.runs },
        ...(outcomes.agent !== undefined && { agent: outcomes.agent })
      }
    ]
  }
  // As it will be read from its file.
  const written: unknown = JSON.parse(JSON.stringify(writtenScenario(file)))
  const { scenario, faults } = readScenario(written)
  const fault = faults.find(({ warning }) => !warning)
  if (!scenario || fault)
    return { refused: `It is no valid scenario: ${fault?.path.join('.') || 'it'}: ${fault?.message ?? ''}` }
  const row = await audited({ ...context, engine: none }, scenario, { signal })
  const [hole] = holesIn(row)
  if (hole) return { refused: hole }
  if (row.witness.outcome === 'model') return { refused: 'Its own walk needs a model, so the audit cannot admit it.' }
  return { scenario, text: writeYaml(written) }
}

/** What the world brings by itself is not written into the file. Another way of acting need not fit what was changed. */
function asWritten(draft: ScenarioFile, from: ScenarioFile, { file }: Original): ScenarioFile {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const { walks: _, ...rest } = draft
  const { setup } = draft
  return {
    ...rest,
    setup: {
      ...setup,
      ...(same(setup.tools, file.setup.tools) && { tools: from.setup.tools }),
      ...(same(setup.initialState, file.setup.initialState) && { initialState: from.setup.initialState })
    }
  }
}

function toolsFor(context: RunContext, key: string, { scenario, by }: EvolveOptions, signal: AbortSignal): Tools {
  let questions = 0
  const partners = context
    .library()
    .filter(
      ({ name, setup, checks, model }) =>
        name !== scenario.name && setup.domain === scenario.setup.domain && checks.length > 0 && model === undefined
    )
  return {
    chance: chanceOf(key),
    ask:
      by === 'model'
        ? async (question) => {
            const seed = Math.floor((await draw(`${key}|ask|${questions++}`)) * 2 ** 31)
            return askFor(context.engine, { ...question, seed }, { owner: 'evolution', signal })
          }
        : null,
    partners: partners.map((one) => ({
      name: one.name,
      async load() {
        try {
          return await originalOf({ ...context, engine: none }, { scenario: one }, { signal })
        } catch (error) {
          if (error instanceof OrreryError && (error.code === 'invalid-input' || error.code === 'no-model')) return null
          throw error
        }
      }
    }))
  }
}

const plain = (value: unknown) => z.json().parse(JSON.parse(JSON.stringify(value)))
