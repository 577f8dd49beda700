// A world that is written from recordings, a description or tools: rules are induced without a model first, and turns that were held back decide.
import { RESULTS, type RunProblem } from '../../../../core/contract/runs.ts'
import { inducedPrograms } from '../../../../core/control/authoring/induce/index.ts'
import { type Brief, mostTurns, workOf } from '../../../../core/control/authoring/loop.ts'
import {
  type AskedTurn,
  AuthorOptions,
  type AuthorReport,
  type AuthorScore,
  type AuthorTurn,
  type TriedProgram
} from '../../../../core/control/authoring/report.ts'
import { trainingOf } from '../../../../core/control/authoring/rows.ts'
import { scoreOf, scoreTold, type TurnScore, turnScore } from '../../../../core/control/authoring/score.ts'
import { leaksOf, shownOf } from '../../../../core/control/authoring/turns.ts'
import { contentId } from '../../../../core/tree/history.ts'
import type { StepId } from '../../../../core/tree/model.ts'
import type { Json } from '../../../../core/tree/ports.ts'
import { readYaml, writeYaml } from '../../../domains/tools/yaml.ts'
import { contestantOf } from '../../compare/contestant.ts'
import { CompareOptions } from '../../compare/options.ts'
import type { Job, RunContext, RunKindPlugin } from '../kind.ts'
import { asked, tried } from './asking.ts'
import { type Material, materialOf, seen } from './material.ts'
import { heldIn, lookedUp, type Played, played } from './playing.ts'

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
    const turns: AskedTurn[] = []
    let scored: Extract<AuthorTurn, { did: 'scored' }> | null = null
    const seenByAll = seen(material)
    const brief = (): Brief => {
      const induced = bestOf(attempts)
      const told = induced?.shown
        ? `Rules made the program that stands, without a model. It is right in ${scoreTold(induced.shown)} recorded turns.`
        : ''
      return {
        options,
        domain: material.domain.id,
        recordings: seenByAll,
        induced: induced?.program ?? null,
        told,
        most: roomIn(context)
      }
    }
    const asking = { context, material, options }
    const jobs: Job<AuthorTurn>[] = [
      {
        key: 'induction',
        label: 'induction',
        do: async ({ signal }) => ({
          result: { did: 'induced', attempts: await induced(context, material, options, signal) },
          error: null
        })
      },
      ...Array.from(
        { length: mostTurns(options) },
        (_, at): Job<AuthorTurn> => ({
          key: `turn ${at + 1}`,
          label: `turn ${at + 1}`,
          async do({ signal }) {
            const work = workOf(brief(), turns)
            const { next } = work
            return { result: next ? await asked(asking, work, next, signal) : { did: 'nothing' }, error: null }
          }
        })
      ),
      {
        key: 'held back',
        label: 'held-back turns',
        do: async ({ signal }) => ({
          result: await scoring(context, { material, options, versions: versionsOf(attempts, turns), told }, signal),
          error: null
        })
      }
    ]
    return {
      settings: await settingsOf(options, material, context),
      problems: costOf(options, brief, context),
      jobs,
      atOnce: 1,
      async count(_, { result }) {
        if (result?.did === 'induced') for (const one of result.attempts) attempts.push(one)
        if (result?.did === 'asked') turns.push(result)
        if (result?.did === 'scored') scored = result
      },
      report: () => reportOf({ options, material, attempts, turns, brief: brief(), scored, leaks })
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
    const { wrong: _, ...one } = await tried(programs, material, { by: way, program }, signal)
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

// Characters of material in a question: as many as leave room for an answer.
const MOST_ROOM = 24_000
const roomIn = ({ engine }: RunContext): number => Math.min(MOST_ROOM, (engine.info().contextSize ?? MOST_ROOM) * 1.5)

/** What the loop may take, told before it begins. */
function costOf(options: AuthorOptions, brief: () => Brief, { engine }: RunContext): RunProblem[] {
  const most = mostTurns(options)
  if (!most) return []
  const [first] = workOf(brief(), []).next?.messages.map(({ content }) => content) ?? []
  const characters = workOf(brief(), []).next?.messages.reduce((sum, { content }) => sum + content.length, 0) ?? 0
  const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN)
  const { name } = engine.info().model
  const reason = `${name} is asked at most ${most} times, with questions from about ${tokens.toLocaleString('en-US')} tokens on, and writes at most ${options.maxTokens.toLocaleString('en-US')} tokens each time.`
  return first === undefined ? [] : [{ line: null, reason }]
}

// Of English and code, in the usual vocabularies.
const CHARACTERS_A_TOKEN = 4

/** The programs that count: what induction left, and the first and the last of the loop. */
interface Versions {
  induced: TriedProgram | null
  first: TriedProgram | null
  last: TriedProgram | null
  /** Which is left: the last, unless it is right in fewer of the shown turns than what induction left. */
  chosen: TriedProgram | null
}

function versionsOf(attempts: readonly TriedProgram[], turns: readonly AskedTurn[]): Versions {
  const induced = bestOf(attempts)
  const rounds = roundsOf(turns)
  const apart = turns.some(({ writer }) => writer > 0)
  const [first = null, last = null] = [rounds[0], apart ? bestOf(rounds) : rounds.at(-1)]
  const better = !induced || (last !== null && (last.shown?.right ?? 0) >= (induced.shown?.right ?? 0))
  return { induced, first: first ?? induced, last: last ?? induced, chosen: last && better ? last : induced }
}

/** The program that each round, or each writer, ended with. */
function roundsOf(turns: readonly AskedTurn[]): TriedProgram[] {
  const rounds = new Map<string, TriedProgram>()
  for (const { role, round, writer, program, shown } of turns)
    if (program) rounds.set(`${round} ${writer}`, { by: `${role} ${round + writer + 1}`, program, shown })
  return [...rounds.values()]
}

interface Scoring {
  material: Material
  options: AuthorOptions
  versions: Versions
  told: ReadonlySet<StepId>
}

async function scoring(
  context: RunContext,
  { material, options, versions, told }: Scoring,
  signal: AbortSignal
): Promise<Extract<AuthorTurn, { did: 'scored' }>> {
  const { recordings } = material
  const all = async (one: TriedProgram | null): Promise<Played | null> => {
    const scores = one && (await played(context.programs, material, one.program, signal))
    return !scores || 'problem' in scores ? null : scores
  }
  const held = async (one: TriedProgram | null) => {
    const scores = await all(one)
    return scores && heldIn(recordings, scores, told)
  }
  const chosen = await all(versions.chosen)
  const own = chosen && heldIn(recordings, chosen, told)
  const [first, last, induced] = [await held(versions.first), await held(versions.last), await held(versions.induced)]
  const score = (turns: ReturnType<typeof heldIn> | null): AuthorScore | null =>
    turns && recordings.length ? scoreOf(turns) : null
  return {
    did: 'scored',
    program: score(own),
    first: score(first),
    induced: score(induced),
    lookup: recordings.length ? scoreOf(heldIn(recordings, lookedUp(material), told)) : null,
    model: options.modelScore
      ? scoreOf(heldIn(recordings, await byModel(context, material, options, signal), told))
      : null,
    checks: checksOf(chosen?.[0]?.slice(0, recordings[0]?.shown) ?? []),
    against: versions.last !== versions.first && first && last ? against(first, last) : null
  }
}

function against(first: readonly TurnScore[], last: readonly TurnScore[]) {
  const result = { win: 0, tie: 0, loss: 0 }
  for (const [at, { right }] of last.entries()) {
    const before = first[at]?.right ?? false
    result[right === before ? 'tie' : right ? 'win' : 'loss']++
  }
  return result
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
  turns: readonly AskedTurn[]
  brief: Brief
  scored: Extract<AuthorTurn, { did: 'scored' }> | null
  leaks: { repeated: number[]; told: number[] }
}

function reportOf({ options, material, attempts, turns, brief, scored, leaks }: Reported): AuthorReport {
  const { recordings, domain } = material
  const all = recordings.reduce((sum, one) => sum + one.turns.length, 0)
  const shown = recordings.reduce((sum, one) => sum + one.shown, 0)
  const { chosen } = versionsOf(attempts, turns)
  const rounds = roundsOf(turns)
  const held = scored?.program ?? null
  const [first] = recordings
  const own = turns.findLast(({ tested }) => tested !== null)?.tested ?? null
  const ofLoop = chosen !== null && rounds.some(({ program }) => program === chosen.program)
  const tested = own && (ofLoop || !rounds.length) ? own : null
  return {
    title: first?.source.session.title ?? options.name,
    source: sourceOf(material, options),
    setup: first?.task == null ? {} : { task: first.task },
    checks: scored?.checks ?? [],
    actions: first?.turns.slice(0, first.shown).map(({ action }) => action) ?? [],
    ...{ name: options.name, domain: domain.id, mode: options.by === 'rules' ? 'induction' : options.mode },
    turns: { all, shown, held: all - shown, told: leaks.told.length, repeated: leaks.repeated.length },
    attempts: [...attempts, ...rounds].map(({ program: _, ...one }) => one),
    chosen: chosen?.by ?? null,
    program: chosen?.program ?? null,
    shown: chosen?.shown ?? null,
    held: {
      program: held,
      induced: scored?.induced ?? null,
      first: scored?.first ?? null,
      lookup: scored?.lookup ?? null,
      model: scored?.model ?? null,
      against: scored?.against ?? null
    },
    rounds: turns.flatMap(({ role, round, step, program, shown: score, tested: tests }) =>
      program ? [{ by: `${role}, round ${round + 1}, turn ${step}`, shown: score, tested: tests }] : []
    ),
    tested,
    training: JSON.parse(JSON.stringify(trainingOf(brief, turns))),
    unknown: workOf(brief, turns)
      .notes.split('\n')
      .flatMap((line) => (line.trim().startsWith('?') ? [line.trim().slice(1).trim()] : [])),
    spent: spentBy(turns),
    label: chosen ? labelOf(tested, held) : 'is not written: no program that begins could be made'
  }
}

/** Never that it is done: what it passes. */
function labelOf(tested: AuthorReport['tested'], held: AuthorScore | null): string {
  const parts = [
    tested && `${tested.passed} of ${tested.passed + tested.failed.length} of its own tests`,
    held && `${scoreTold(held)} held-back turns`
  ].filter(Boolean)
  return parts.length ? `passes ${parts.join(', ')}` : 'was held against nothing: there is no recording and no test'
}

function spentBy(turns: readonly AskedTurn[]): AuthorReport['spent'] {
  const roles = new Map<string, AuthorReport['spent'][number]>()
  for (const { role, tokens, ms } of turns) {
    const one = roles.get(role) ?? { role, turns: 0, prompt: 0, generated: 0, ms: 0 }
    roles.set(role, {
      ...{ role, turns: one.turns + 1, prompt: one.prompt + tokens.prompt },
      ...{ generated: one.generated + tokens.generated, ms: one.ms + ms }
    })
  }
  return [...roles.values()]
}
