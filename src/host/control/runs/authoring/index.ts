// A world that is written from recordings, a description or tools: rules are induced without a model first, and turns that were held back decide.
import { RESULTS } from '../../../../core/contract/runs.ts'
import { inducedPrograms } from '../../../../core/control/authoring/induce/index.ts'
import {
  AuthorOptions,
  type AuthorReport,
  type AuthorScore,
  type AuthorTurn,
  type TriedProgram
} from '../../../../core/control/authoring/report.ts'
import { scoreOf, scoreTold, type TurnScore, turnScore } from '../../../../core/control/authoring/score.ts'
import { leaksOf, shownOf } from '../../../../core/control/authoring/turns.ts'
import { contentId } from '../../../../core/tree/history.ts'
import type { StepId } from '../../../../core/tree/model.ts'
import type { Json } from '../../../../core/tree/ports.ts'
import type { ProgramChoice } from '../../../../core/tree/program.ts'
import { readYaml, writeYaml } from '../../../domains/tools/yaml.ts'
import { contestantOf } from '../../compare/contestant.ts'
import { CompareOptions } from '../../compare/options.ts'
import type { Job, RunContext, RunKindPlugin } from '../kind.ts'
import { type Material, materialOf, seen } from './material.ts'
import { heldIn, lookedUp, type Played, played, shownIn } from './playing.ts'

const yaml = {
  read(text: string): Json {
    const read = readYaml(text)
    // What was proposed is in order.
    return 'problem' in read ? null : (read.value as Json)
  },
  write: writeYaml
}

export const authoring: RunKindPlugin<AuthorOptions, AuthorTurn, AuthorReport> = {
  name: 'authoring',
  options: AuthorOptions,
  result: RESULTS.authoring.result,
  async prepare(options, context) {
    const material = materialOf(context.store, options)
    const { recordings } = material
    const held = recordings.flatMap(({ turns, shown, source }) =>
      turns.slice(shown).map(({ text }, at) => ({ text, id: source.turns[shown + at]?.step.id }))
    )
    const shownTexts = recordings.flatMap(({ turns, shown }) => turns.slice(0, shown).map(({ text }) => text))
    const leaks = leaksOf(
      held.map(({ text }) => text),
      shownTexts,
      [options.description]
    )
    const told = new Set(leaks.told.flatMap((at) => held[at]?.id ?? []))
    const attempts: TriedProgram[] = []
    let scored: Extract<AuthorTurn, { did: 'scored' }> | null = null

    const jobs: Job<AuthorTurn>[] = [
      {
        key: 'induction',
        label: 'induction',
        do: async ({ signal }) => ({
          result: { did: 'induced', attempts: await induced(context, material, options, signal) },
          error: null
        })
      },
      {
        key: 'held back',
        label: 'held-back turns',
        do: async ({ signal }) => ({
          result: await scoring(context, { material, options, attempts, told }, signal),
          error: null
        })
      }
    ]
    return {
      settings: await settingsOf(options, material, context),
      problems: [],
      jobs,
      atOnce: 1,
      async count(_, { result }) {
        if (result?.did === 'induced') for (const one of result.attempts) attempts.push(one)
        if (result?.did === 'scored') scored = result
      },
      report: () => reportOf({ options, material, attempts, scored, leaks })
    }
  }
}

async function settingsOf(
  { worlds: _, tools, description, ...options }: AuthorOptions,
  { recordings }: Material,
  { engine }: RunContext
): Promise<{ [name: string]: Json }> {
  const given = recordings.map(({ source }) => source.turns.at(-1)?.step.id ?? null)
  return {
    ...JSON.parse(JSON.stringify(options)),
    given: await contentId(JSON.parse(JSON.stringify([given, tools, description]))),
    ...((options.by === 'model' || options.modelScore) && { model: { ...engine.info().model } })
  }
}

async function induced(
  { programs }: RunContext,
  material: Material,
  options: AuthorOptions,
  signal: AbortSignal
): Promise<TriedProgram[]> {
  const made = inducedPrograms(material.domain.door, seen(material), yaml)
  // Whoever remembers every turn is right in all of them: a way is known by what it makes of a part for the rest.
  const part = parted(material, options)
  const before = new Map(
    inducedPrograms(material.domain.door, seen(part), yaml).map(({ way, program }) => [way, program])
  )
  const attempts: TriedProgram[] = []
  for (const { way, program } of made) {
    const one = await tried(programs, material, { by: way, program }, signal)
    const earlier = before.get(way)
    const scores = earlier && one.problem === undefined ? await played(programs, part, earlier, signal) : null
    const ahead = scores && !('problem' in scores) ? scoreOf(heldIn(part.recordings, scores, new Set())) : null
    attempts.push(ahead ? { ...one, ahead } : one)
  }
  return attempts
}

/** The turns that are shown, split once more in the same way. */
const parted = ({ domain, recordings }: Material, { hold }: AuthorOptions): Material => ({
  domain,
  recordings: recordings.map((one) => {
    const turns = one.turns.slice(0, one.shown)
    return { ...one, turns, shown: shownOf(turns.length, hold || USUAL_HOLD) }
  })
})

const USUAL_HOLD = 0.3

async function tried(
  programs: RunContext['programs'],
  material: Material,
  { by, program }: { by: string; program: ProgramChoice },
  signal: AbortSignal
): Promise<TriedProgram> {
  const shown = {
    ...material,
    recordings: material.recordings.map((one) => ({ ...one, turns: one.turns.slice(0, one.shown) }))
  }
  const scores = await played(programs, shown, program, signal)
  if ('problem' in scores) return { by, program, shown: null, problem: scores.problem }
  return { by, program, shown: scoreOf(shownIn(shown.recordings, scores)) }
}

/** The attempt that is right in most of the shown turns; of equals the first. */
function bestOf(attempts: readonly TriedProgram[]): TriedProgram | null {
  const able = attempts.filter(({ problem }) => problem === undefined)
  return able.reduce<TriedProgram | null>((best, one) => (best && rankOf(best) >= rankOf(one) ? best : one), null)
}

/** Right turns, then answered ones; ahead of what was seen before all. */
function rankOf({ shown, ahead }: TriedProgram): number {
  const worth = (score: AuthorScore | null | undefined) =>
    score ? score.right + score.answered / (score.turns + 1) : 0
  return worth(ahead) * 1e6 + worth(shown)
}

interface Scoring {
  material: Material
  options: AuthorOptions
  attempts: readonly TriedProgram[]
  told: ReadonlySet<StepId>
}

async function scoring(
  context: RunContext,
  { material, options, attempts, told }: Scoring,
  signal: AbortSignal
): Promise<Extract<AuthorTurn, { did: 'scored' }>> {
  const { recordings } = material
  const all = async (one: TriedProgram | null): Promise<Played | null> => {
    const scores = one && (await played(context.programs, material, one.program, signal))
    return !scores || 'problem' in scores ? null : scores
  }
  const last = await all(bestOf(attempts))
  const own = last && heldIn(recordings, last, told)
  const score = (turns: ReturnType<typeof heldIn> | null): AuthorScore | null => (turns ? scoreOf(turns) : null)
  return {
    did: 'scored',
    first: score(own),
    induced: score(own),
    last: score(own),
    lookup: recordings.length ? scoreOf(heldIn(recordings, lookedUp(material), told)) : null,
    model: options.modelScore
      ? scoreOf(heldIn(recordings, await byModel(context, material, options, signal), told))
      : null,
    checks: checksOf(last?.[0]?.slice(0, recordings[0]?.shown) ?? []),
    against: null
  }
}

// As many as a person reads through, of answers that are no pages.
const MOST_CHECKS = 20
const LONGEST_CHECK = 2000

/** What the program shows where it is right. */
function checksOf(turns: readonly TurnScore[]): { turn: number; shows: string }[] {
  return turns
    .flatMap(({ right, text }, at) =>
      right && text !== null && text.length <= LONGEST_CHECK ? [{ turn: at + 1, shows: text }] : []
    )
    .slice(0, MOST_CHECKS)
}

/** The model in use on the held-back turns, each after the true turns before it; what is shown is not asked. */
async function byModel(
  context: RunContext,
  { domain, recordings }: Material,
  { seed }: AuthorOptions,
  signal: AbortSignal
): Promise<Played> {
  const options = CompareOptions.parse({
    worlds: recordings.map(({ source }) => ({ session: source.session.id, branch: source.branch.id })),
    ...{ contestant: 'model', by: 'model', passes: ['true'], seed, greedy: true }
  })
  const sources = recordings.map(({ source }) => source)
  const contestant = await contestantOf(context, options, { run: 'authoring', recordings: sources })
  const scores: Played = []
  for (const { source, turns, shown } of recordings) {
    const row: Played[number] = []
    for (const [at, turn] of turns.entries()) {
      const asked = at < shown ? null : await contestant.answer({ recording: source, at, pass: 'true' }, { signal })
      const text = asked && !asked.error ? asked.result.gen : null
      row.push(turnScore(domain, turn, { text }))
    }
    scores.push(row)
  }
  return scores
}

function sourceOf({ recordings }: Material, { description, tools }: AuthorOptions): string {
  const count = recordings.length
  const parts = [
    count > 0 && `${count} recording${count === 1 ? '' : 's'}`,
    description.trim() && 'a description',
    tools.length > 0 && `${tools.length} tools`
  ]
  return parts.filter(Boolean).join(', ')
}

interface Reported {
  options: AuthorOptions
  material: Material
  attempts: readonly TriedProgram[]
  scored: Extract<AuthorTurn, { did: 'scored' }> | null
  leaks: { repeated: number[]; told: number[] }
}

function reportOf({ options, material, attempts, scored, leaks }: Reported): AuthorReport {
  const { recordings, domain } = material
  const all = recordings.reduce((sum, { turns }) => sum + turns.length, 0)
  const shown = recordings.reduce((sum, one) => sum + one.shown, 0)
  const best = bestOf(attempts)
  const held = scored?.last ?? null
  const [first] = recordings
  return {
    title: first?.source.session.title ?? options.name,
    source: sourceOf(material, options),
    setup: first?.task == null ? {} : { task: first.task },
    checks: scored?.checks ?? [],
    actions: first?.turns.slice(0, first.shown).map(({ action }) => action) ?? [],
    ...{ name: options.name, domain: domain.id, mode: options.by === 'rules' ? 'induction' : options.mode },
    turns: { all, shown, held: all - shown, told: leaks.told.length, repeated: leaks.repeated.length },
    attempts: attempts.map(({ program: _, ...one }) => one),
    chosen: best?.by ?? null,
    program: best?.program ?? null,
    shown: best?.shown ?? null,
    held: {
      program: held,
      induced: scored?.induced ?? null,
      first: scored?.first ?? null,
      lookup: scored?.lookup ?? null,
      model: scored?.model ?? null,
      against: scored?.against ?? null
    },
    label: best
      ? `passes ${held ? `${scoreTold(held)} held-back turns` : 'no held-back turn, as none was recorded'}`
      : 'No program could be written of this.'
  }
}
