// AgentWorldBench JSONL: one branch, a line a turn, each with all it takes to predict that turn and to judge the prediction.
//
// The fields are those of the benchmark's own files. Every line repeats its past, so a file grows with the square of its turns. Where the
// rule `compact` left turns out of the prompt, so does the line: `left_out` says how many, and `turn_idx` counts those that are there, because
// it is what readers find the turn by. A turn that was imported from such a line is written as it stood there.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import type { ExportedTurn, Exporter, ExportSource, Writing } from '../exporting.ts'
import { leftOutIn, promptsOf } from './asked.ts'
import { benchmarkTurns } from './benchmark-turns.ts'
import { blocks } from './blocks.ts'
import { ANOTHER, lost } from './lost.ts'

const Options = z.strictObject({
  turns: z
    .enum(['all', 'five', 'half'])
    .default('all')
    .describe(
      'All turns; at most five of a branch as in the benchmark: the first, the last and three drawn between, of screens only turns that are not simple; or about half of these.'
    ),
  seed: z.int().min(0).default(0).describe('Selects the turns that are drawn.')
})

export const agentworldbench: Exporter<typeof Options> = {
  name: 'agentworldbench',
  title: 'AgentWorldBench samples (one branch)',
  description:
    'One sample per turn, with its history and the true observation. Read by AgentWorldBench and by orrery eval.',
  purpose: 'evaluate',
  extension: 'agentworldbench.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses: (source, { turns }) => [
    ...lost(source, ['setup', 'instructions']),
    'The title of the world.',
    ...(turns !== 'all'
      ? ['Turns that are not drawn, as samples: an import finds them in the history of later ones.']
      : []),
    ANOTHER
  ],
  async *write(sources, options, writing) {
    for (const source of sources) {
      const drawn =
        options.turns === 'all' ? null : await benchmarkTurns(source, { ...options, half: options.turns === 'half' })
      yield* samples(source, writing, drawn)
    }
  }
}

/** @param drawn the numbers of the turns that are written, or `null` for all */
async function* samples(source: ExportSource, writing: Writing, drawn: Set<number> | null): AsyncGenerator<string> {
  const { session, branch } = source
  const chain = source.chain()
  const { system, asked: askedOf, bare, answer: answerOf, tools } = promptsOf(source, writing)
  // JSON of past turns, each with a comma after it; questions from the second on: the first may hold the state, which is that of the line's own turn.
  const asked = blocks()
  const answered = blocks()
  let first: ExportedTurn | null = null
  for await (const turn of chain) {
    first ??= turn
    const { number, step, setup } = turn
    const leftOut = leftOutIn(turn)
    // Whole, with the marks that a model is not shown: the file is the trajectory, and gives back the same step ids.
    const record = turn.call?.record
    const answer = JSON.stringify(record ? turn.call?.raw : answerOf(turn, step.observation.text))
    const {
      task = findDomain(setup.domain).id,
      id = `${session.id}/${branch.id}/${number}`,
      current = bare(turn),
      total = chain.length
    } = record?.asked ?? {}
    if (drawn === null || drawn.has(number)) {
      yield `{"task":${text(task)},"id":${JSON.stringify(id)},"prompt":[`
      if (number > 1 && leftOut === 0) yield `${text(bare({ ...first, setup }, { instruction: false }))},`
      yield* asked.from(Math.max(0, leftOut - 1))
      yield `${text(askedOf(turn))}],"response":[`
      yield* answered.from(leftOut)
      const whole = number === 1 ? tools(turn) : []
      const marked = `${leftOut ? `,"left_out":${leftOut}` : ''}${whole.length ? `,"tools":${JSON.stringify(whole)}` : ''}`
      yield `${answer}],"current_prompt":${text(current)},"system_str":${text(system(turn))},"turn_idx":${number - leftOut},"total_turns":${total}${marked}}\n`
    }
    if (number > 1) asked.add(`${text(bare(turn, { instruction: false }))},`)
    answered.add(`${answer},`)
  }
}

const text = (value: string): string => JSON.stringify(value)
