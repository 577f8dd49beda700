// A world that is written from recordings, a description or tools: rules are induced without a model first, and turns that were held back decide.
import { RESULTS, type RunProblem } from '../../../../core/contract/runs.ts'
import { inducedPrograms } from '../../../../core/control/authoring/induce/index.ts'
import { type Brief, mostTurns, workOf } from '../../../../core/control/authoring/loop.ts'
import {
  type AskedTurn,
  AuthorOptions,
  type AuthorReport,
  type AuthorTurn,
  type TriedProgram
} from '../../../../core/control/authoring/report.ts'
import { scoreOf, scoreTold } from '../../../../core/control/authoring/score.ts'
import { leaksOf, shownOf } from '../../../../core/control/authoring/turns.ts'
import { contentId } from '../../../../core/tree/history.ts'
import type { Json } from '../../../../core/tree/ports.ts'
import { readYaml, writeYaml } from '../../../domains/tools/yaml.ts'
import type { Job, RunContext, RunKindPlugin } from '../kind.ts'
import { asked, tried } from './asking.ts'
import { type Material, materialOf, seen } from './material.ts'
import { heldIn, played } from './playing.ts'
import { reportOf } from './reporting.ts'
import { scoring } from './scoring.ts'
import { bestOf, versionsOf } from './versions.ts'

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
      const best = bestOf(attempts)
      // What only remembers its turns in code is no beginning for anybody: a small model copies it.
      const induced = best?.program.language === 'data' ? best : null
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
  const made = inducedPrograms(material.domain.door, seen(material), material.tools, yaml)
  // Whoever remembers every turn is right in all of them: a way is known by what it makes of a part for the rest.
  const part = parted(material, options)
  const before = new Map(
    inducedPrograms(material.domain.door, seen(part), material.tools, yaml).map(({ way, program }) => [way, program])
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
const parted = (material: Material, { hold }: AuthorOptions): Material => ({
  ...material,
  recordings: material.recordings.map((one) => {
    const turns = one.turns.slice(0, one.shown)
    return { ...one, turns, shown: shownOf(turns.length, hold || USUAL_HOLD) }
  })
})

const USUAL_HOLD = 0.3

// Characters of material in a question: as many as leave room for an answer.
const MOST_ROOM = 24_000
const roomIn = ({ engine }: RunContext): number => Math.min(MOST_ROOM, (engine.info().contextSize ?? MOST_ROOM) * 1.5)

/** What the loop may take, told before it begins. */
function costOf(options: AuthorOptions, brief: () => Brief, { engine }: RunContext): RunProblem[] {
  const most = mostTurns(options)
  if (!most) return []
  const { name } = engine.info().model
  const asked = brief()
  const characters = workOf(asked, []).next?.messages.reduce((sum, { content }) => sum + content.length, 0) ?? 0
  // A program that stands, and what was said of it, come to the first question.
  const [least, largest] = [characters, characters + asked.most].map((one) =>
    Math.ceil(one / CHARACTERS_A_TOKEN).toLocaleString('en-US')
  )
  const reason = `${name} is asked at most ${most} times, reads about ${least} to ${largest} tokens and writes at most ${options.maxTokens.toLocaleString('en-US')} each time.`
  return [{ line: null, reason }]
}

// Of English and code with their figures, in the usual vocabularies.
const CHARACTERS_A_TOKEN = 3
