// A contestant compared with recordings: every turn is asked after the true turns before it, and after the contestant's own.
import { z } from 'zod'
import { RESULTS, type ReportOf, type RunProblem } from '../../../core/contract/runs.ts'
import { firstDifference } from '../../../core/control/compare/differs.ts'
import { measuringTurn } from '../../../core/control/compare/measures.ts'
import type { ComparedTurn, Pass, TurnPrediction } from '../../../core/control/compare/report.ts'
import { median } from '../../../core/control/evaluate/aggregate.ts'
import { ruleScores, verdictsOf } from '../../../core/control/rules/held.ts'
import { rulesOf, writtenFor } from '../../../core/control/rules/index.ts'
import { pairsOf } from '../../../core/control/rules/pairs.ts'
import { countsOf } from '../../../core/control/rules/report.ts'
import { answered } from '../../../core/control/rules/turn.ts'
import { kindOf } from '../../../core/formats/exporters/rwml-rows.ts'
import { present } from '../../../core/text/present.ts'
import type { Check } from '../../../core/tree/conditions.ts'
import { contentId } from '../../../core/tree/history.ts'
import type { Step } from '../../../core/tree/model.ts'
import { pacing, patiently } from '../evaluate/patiently.ts'
import type { Job, JobResult, RunKindPlugin } from '../runs/kind.ts'
import { contestantOf, engineOf, NOTHING } from './contestant.ts'
import { openDistances } from './distances.ts'
import { nearestExamples } from './examples.ts'
import { CompareOptions } from './options.ts'
import { recordingOf, type TrueRecording } from './recordings.ts'

interface Asked {
  recording: TrueRecording
  at: number
  pass: Pass
}

/** How far a contestant is with one recording of which it sees only what it said itself. */
interface Run {
  /** What it showed last. */
  shown: string
  /** Its own steps so far. */
  steps: Step[]
  /** Why it does not go on. */
  ended: { turn: number; error: NonNullable<JobResult['error']> } | null
}

export const compare: RunKindPlugin<CompareOptions, TurnPrediction, ReportOf<'compare'>> = {
  name: 'compare',
  options: CompareOptions,
  result: RESULTS.compare.result,
  async prepare(options, context, { name, signal }) {
    const { worlds, by, seed, greedy, template, thinking, maxTokens, program, rules } = options
    // Of its own past a look-up knows nothing: there would be no first answer to look up.
    const passes = options.passes.filter((pass) => by !== 'lookup' || pass === 'true')
    const recordings = worlds.map((world) => recordingOf(context.store, world, { most: options.turns }))
    const { engine, model } = engineOf(context, by).info()
    const { examples } = options
    const pool = examples?.worlds.map((session) => recordingOf(context.store, { session }, { most: undefined })) ?? []
    const settings = {
      ...{ engine, model: { ...model }, by, seed, greedy, template },
      ...(thinking !== undefined && { thinking }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(examples && {
        examples: {
          count: examples.count,
          of: await contentId(pool.flatMap(({ turns }) => turns.map(({ step }) => step.id)))
        }
      }),
      ...(program && { program: await contentId(z.json().parse(program)) }),
      ...(rules && { rules: await contentId(z.json().parse(rules)) })
    }
    // The same in every data folder, and another one for whatever answers differently.
    const contestant = await contestantOf(context, options, {
      run: await contentId([name, settings]),
      recordings,
      ...(examples && { examplesFor: nearestExamples(pool, examples.count) })
    })
    const runs = new Map<string, Run>(
      recordings.map(({ session, initial }) => [session.id, { shown: initial, steps: [], ended: null }])
    )
    const asked = passes.flatMap((pass) =>
      recordings.flatMap((recording) =>
        recording.turns.flatMap((turn, at): Asked[] =>
          // What a perturbation said is no truth, but a contestant's own world goes on past it.
          pass === 'true' && turn.disturbed ? [] : [{ recording, at, pass }]
        )
      )
    )
    const rows: ComparedTurn[] = []
    const spent: { ms: number; tokens: number }[] = []
    const distances = options.embeddings ? await openDistances(context, options.embeddings) : null
    const begun = performance.now()
    const ruled = await rulesFor(recordings, { written: rules ?? [], seed, signal })
    let measuring = performance.now() - begun

    async function answer({ recording, at, pass }: Asked, { signal }: { signal: AbortSignal }) {
      const ended = pass === 'own' && runs.get(recording.session.id)?.ended
      if (!ended) return contestant.answer({ recording, at, pass }, { signal })
      const { code, message } = ended.error
      return { result: NOTHING, error: { code, message: `Turn ${ended.turn} before it has no answer: ${message}` } }
    }

    return {
      settings,
      problems: recordings.flatMap(problemsOf),
      jobs: await Promise.all(
        asked.map(
          async (one): Promise<Job<TurnPrediction>> => ({
            key: await contentId([one.pass, one.recording.session.id, one.recording.turns[one.at]?.step.id ?? null]),
            label: `${one.recording.session.title}, turn ${one.at + 1}, after ${AFTER[one.pass]}`,
            do: (options) => answer(one, options)
          })
        )
      ),
      // A model on this machine is no faster with several, and each turn of its own past needs the one before.
      atOnce: 1,
      async count(index, entry, { signal }) {
        const one = asked[index]
        if (!one) return
        const started = performance.now()
        const row = await rowOf(one, entry, runs.get(one.recording.session.id), {
          ...{ signal, checks: ruled.of(one) }
        })
        measuring += performance.now() - started
        if (row?.scores && distances && entry.result) {
          const { step } = present(one.recording.turns[one.at])
          const texts = { predicted: entry.result.gen, truth: step.observation.text }
          const by = kindOf({ step, setup: one.recording.branch.setup })
          row.scores = { ...row.scores, ...(await distances.measured({ ...texts, by }, { signal })) }
        }
        if (row) rows.push(row)
        const { ms = 0, tokens = 0 } = entry.result ?? {}
        if (entry.result && !entry.error) spent.push({ ms, tokens })
      },
      report: () => ({
        contestant: options.contestant,
        sessions: recordings.map((recording) => ({
          session: recording.session.id,
          title: recording.session.title,
          domain: recording.domain.id,
          branch: passes.includes('own') ? contestant.branchIn(recording).id : null
        })),
        turns: rows,
        ...(distances && { embeddings: distances.name }),
        rules: ruled.counts,
        times: {
          ms: median(spent.map(({ ms }) => ms)),
          tokens: median(spent.map(({ tokens }) => tokens)),
          seconds: spent.reduce((sum, { ms }) => sum + ms, 0) / 1000,
          measuring: Math.round(measuring),
          ...(distances && { embedding: Math.round(distances.spent()) })
        }
      })
    }
  }
}

/** The rules of every recording, generated and written. */
async function rulesFor(
  recordings: readonly TrueRecording[],
  { written, seed, signal }: { written: readonly Check[]; seed: number; signal: AbortSignal }
) {
  const worlds = recordings.map(({ domain, branch, turns }) => ({ domain, setup: branch.setup, turns }))
  const pairs = await patiently(pairsOf(worlds), { signal })
  const pause = pacing({ signal })
  const ruled = await Promise.all(
    worlds.map((world, at) =>
      rulesOf(world, world.turns, { foreign: foreignTo(worlds, at), pairs: pairs[at] ?? new Map(), seed, pause })
    )
  )
  const places = new Map(recordings.map(({ session }, at) => [session.id, ruled[at]?.checks]))
  return {
    counts: countsOf(ruled.map(({ counts }) => counts)),
    of: ({ recording: { session, turns }, at }: Asked): Check[] => [
      ...(places.get(session.id)?.[at] ?? []),
      ...writtenFor(written, { turn: at + 1, of: turns.length })
    ]
  }
}

type RuledRecording = Pick<TrueRecording, 'domain' | 'turns'>

/** What other recordings showed: those of the same domain, where there are any. */
function foreignTo(all: readonly RuledRecording[], at: number): string[] {
  const others = all.filter((_, place) => place !== at)
  const alike = others.filter(({ domain }) => domain === all[at]?.domain)
  return (alike.length ? alike : others).flatMap(({ turns }) => turns.map(({ step }) => step.observation.text))
}

const AFTER: Record<Pass, string> = { true: 'the true past', own: 'its own past' }

function problemsOf({ session, turns, invented }: TrueRecording): RunProblem[] {
  const disturbed = turns.filter((turn) => turn.disturbed).length
  const said = [
    invented && `${invented} of ${turns.length} turns were predicted by a model: they are no truth of a real world.`,
    disturbed && `${disturbed} of ${turns.length} turns are not compared, because a perturbation had a part in them.`
  ]
  return said.flatMap((reason) => (reason ? [{ line: null, reason: `${session.title}: ${reason}` }] : []))
}

/** Measures one answer; `null` for a turn that is not compared. */
async function rowOf(
  { recording: { session, branch, domain, turns }, at, pass }: Asked,
  { result, error }: JobResult<TurnPrediction | null>,
  run: Run | undefined,
  { signal, checks }: { signal: AbortSignal; checks: readonly Check[] }
): Promise<ComparedTurn | null> {
  const turn = turns[at]
  if (!turn || !run) return null
  const { step, call, state, before, kind, label, disturbed } = turn
  const shown = pass === 'own' ? run.shown : before
  if (pass === 'own' && error) run.ended ??= { turn: at + 1, error }
  const past = pass === 'own' ? [...run.steps] : turns.slice(0, at).map((one) => one.step)
  if (pass === 'own' && result && !error) {
    run.shown = result.gen
    run.steps.push({ ...step, observation: { text: result.gen } })
  }
  if (disturbed) return null
  const about = { pass, session: session.id, turn: at + 1, step: step.id, domain: domain.id, kind, label, error }
  if (!result || error) return { ...about, scores: null, own: null }
  const answer = { text: result.gen, exitCode: result.exitCode }
  const scores = await patiently(
    measuringTurn({
      ...{ domain, action: step.action, state, before, shown },
      predicted: answer,
      truth: { text: step.observation.text, exitCode: call?.result?.exitCode }
    }),
    { signal }
  )
  const seen = answered({ domain, setup: branch.setup }, { past, action: step.action, state }, answer)
  const verdicts = await verdictsOf(checks, seen)
  const broken = verdicts.flatMap(({ name, verdict }) => (verdict === 'fail' ? [name] : []))
  const differs = scores.exact === 1 ? null : firstDifference(step.observation.text, result.gen, domain.normalise)
  return {
    ...{ ...about, scores: { ...scores, ...ruleScores(verdicts) }, own: result.step },
    ...(broken.length && { broken }),
    ...(result.origin && { origin: result.origin }),
    ...(differs && { differs })
  }
}
