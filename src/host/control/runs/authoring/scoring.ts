// Held-back turns, answered by the program that is left, by those before it, by a look-up, and by the model in use.
import type { AuthorOptions, AuthorScore, AuthorTurn, TriedProgram } from '../../../../core/control/authoring/report.ts'
import { scoreOf, type TurnScore, turnScore } from '../../../../core/control/authoring/score.ts'
import type { StepId } from '../../../../core/tree/model.ts'
import { contestantOf } from '../../compare/contestant.ts'
import { CompareOptions } from '../../compare/options.ts'
import type { RunContext } from '../kind.ts'
import type { Material } from './material.ts'
import { heldIn, lookedUp, type Played, played } from './playing.ts'
import type { ProgramVersions } from './versions.ts'

interface Scoring {
  material: Material
  options: AuthorOptions
  versions: ProgramVersions
  told: ReadonlySet<StepId>
}

export async function scoring(
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
