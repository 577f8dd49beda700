// Items judged by a named engine: each vote is a job that is named by what is asked, so that nothing is asked twice.
import { z } from 'zod'
import { RESULTS, type ReportOf } from '../../../core/contract/runs.ts'
import { RunJudge } from '../../../core/control/ask-judge.ts'
import { readEvaluation, readLetter } from '../../../core/control/judging/answers.ts'
import { isScreen, type JudgeQuestion, questionsOf } from '../../../core/control/judging/questions.ts'
import {
  type JudgedItem,
  JudgeItem,
  JudgeTask,
  type JudgeVote,
  type JudgingReport
} from '../../../core/control/judging/report.ts'
import { cappedOnScreens, meanScores, scoreOf } from '../../../core/control/judging/scores.ts'
import { NO_OUTPUT, OrreryError, toWire } from '../../../core/errors.ts'
import { contentId } from '../../../core/tree/history.ts'
import { Sampling } from '../../../core/tree/model.ts'
import type { Engine } from '../../../core/tree/ports.ts'
import { endsOnlyItsJob, isEngines } from '../runs/failures.ts'
import type { JobResult, RunKindPlugin } from '../runs/kind.ts'

const Options = z.strictObject({
  judge: RunJudge,
  task: JudgeTask,
  items: z.array(JudgeItem).max(1_000_000),
  seed: z.int().min(0).default(0),
  /** Of the judge (Qwen-AgentWorld, 4.2). */
  temperature: Sampling.shape.temperature.unwrap().default(0.6),
  /** Tokens of an answer, thought included. Default: 32,768, or half of what a model on this machine can hold. */
  maxTokens: z.int().min(1).exactOptional()
})

const MOST_TOKENS = 32_768
const TRIES = 3
// Characters of history for a judge whose context nobody knows: about 25,000 tokens.
const MOST_HISTORY = 100_000
// What is kept of an answer: its end, where the scores are.
const KEPT = 2000

interface Asked {
  item: number
  question: JudgeQuestion
}

export const judging: RunKindPlugin<z.infer<typeof Options>, JudgeVote, ReportOf<'judging'>> = {
  name: 'judging',
  options: Options,
  result: RESULTS.judging.result,
  async prepare({ judge, task, items, seed, temperature, maxTokens: most }, context) {
    const engine = await context.judge(judge)
    const { engine: name, model, contextSize } = engine.info()
    const maxTokens = most ?? Math.min(MOST_TOKENS, contextSize === null ? MOST_TOKENS : Math.floor(contextSize / 2))
    // Two characters a token leave room for the prompt and the texts that are compared.
    const history = contextSize === null ? MOST_HISTORY : Math.max(0, contextSize - maxTokens)
    const asked = items.flatMap((item, at): Asked[] =>
      questionsOf(task, item, { seed, votes: judge.votes, most: history }).map((question) => ({ item: at, question }))
    )
    const votes: (JudgeVote | null)[] = []
    const dead = new Set<number>()
    const seen = new Map<string, number>()
    return {
      settings: { engine: name, model: { ...model }, seed, temperature, maxTokens },
      problems: [],
      jobs: await Promise.all(
        asked.map(async ({ item, question }) => {
          const content = await contentId(question.messages.map(({ content }) => content))
          // The same question once more is another vote.
          const nth = seen.get(content) ?? 0
          seen.set(content, nth + 1)
          const own = seed + Number.parseInt(content.slice(0, 7), 16) + nth * TRIES
          return {
            key: `${content}-${nth}`,
            label: `${items[item]?.id}, ${items[item]?.by}`,
            do: ({ signal }: { signal: AbortSignal }) =>
              vote(engine, { question, task, seed: own, temperature, maxTokens }, { signal })
          }
        })
      ),
      atOnce: contextSize === null ? 4 : 1,
      async count(index, { result, error }) {
        votes[index] = result
        if (error && isEngines(error.code)) dead.add(index)
      },
      report: () =>
        reported(
          model.name,
          task,
          items,
          asked.map((one, at) => ({ ...one, vote: votes[at] ?? null, dead: dead.has(at) }))
        )
    }
  }
}

async function vote(
  engine: Engine,
  asked: { question: JudgeQuestion; task: JudgeTask; seed: number; temperature: number; maxTokens: number },
  { signal }: { signal: AbortSignal }
): Promise<JobResult<JudgeVote>> {
  const { question, task, seed, temperature, maxTokens } = asked
  const started = performance.now()
  const found: JudgeVote = { scores: null, letter: null, said: '', tries: 0, prompt: 0, tokens: 0, ms: 0 }
  const ended = (error: JobResult['error']) => ({
    result: { ...found, ms: Math.round(performance.now() - started) },
    error
  })
  try {
    while (found.tries < TRIES) {
      let text = ''
      const request = {
        messages: question.messages,
        ...{ prefill: '', thinking: true, tagged: false, stop: [], repeats: 0, trace: false, strict: true },
        shape: { tags: false, schema: null },
        sampling: { temperature, topK: 20, topP: 0.95, maxTokens },
        seed: (seed + found.tries) % 2 ** 31,
        fresh: true,
        ...{ owner: 'judging', parent: null, action: null }
      }
      found.tries++
      for await (const event of engine.generate(request, { signal })) {
        if (event.type === 'text') text += event.text
        if (event.type !== 'done') continue
        found.prompt += event.tokens.prompt
        found.tokens += event.tokens.generated
      }
      // Not every engine fails when it is stopped: some end early.
      if (signal.aborted) throw new OrreryError('cancelled', 'The judge was stopped.')
      found.said = text.slice(-KEPT)
      if (task === 'rubric') found.scores = readEvaluation(text)
      else found.letter = readLetter(text)
      if (found.scores || found.letter) return ended(null)
    }
  } catch (cause) {
    const error = toWire(cause)
    if (!endsOnlyItsJob(error.code)) throw cause
    return ended(error)
  }
  const end = found.said.trim()
    ? `Three answers hold no ${task === 'rubric' ? 'scores' : 'letter'} that can be read.`
    : NO_OUTPUT
  return ended({ code: 'no-output', message: end })
}

/** `dead`: the judge failed, and said nothing of the question. */
type Voted = Asked & { vote: JudgeVote | null; dead: boolean }

function reported(judge: string, task: JudgeTask, items: readonly JudgeItem[], asked: readonly Voted[]): JudgingReport {
  const byItem = items.map((): (typeof asked)[number][] => [])
  for (const one of asked) byItem[one.item]?.push(one)
  const all = asked.flatMap(({ vote }) => vote ?? [])
  const sum = (of: (vote: JudgeVote) => number): number => all.reduce((total, one) => total + of(one), 0)
  return {
    ...{ judge, task },
    items: items.map((item, at) => judgedItem(item, byItem[at] ?? [])),
    cost: {
      questions: asked.length,
      prompt: sum((one) => one.prompt),
      tokens: sum((one) => one.tokens),
      seconds: sum((one) => one.ms) / 1000
    }
  }
}

function judgedItem(item: JudgeItem, asked: readonly Voted[]): JudgedItem {
  const failed = asked.filter(({ dead }) => dead).length
  const { id, by, session, domain, severity } = item
  const marks = asked.flatMap(({ vote }) => vote?.scores ?? [])
  const scores = meanScores(isScreen(domain) ? marks.map(cappedOnScreens) : marks)
  const letters = asked.flatMap(({ vote, question }) => (vote?.letter ? [{ letter: vote.letter, question }] : []))
  return {
    ...{ id, by, session, domain, ...(severity !== undefined && { severity }) },
    ...{ asked: asked.length, read: marks.length + letters.length, ...(failed > 0 && { failed }) },
    ...{ scores, score: scores && scoreOf(scores) },
    chosen: letters.filter(({ letter, question }) => (letter === 'A') === question.first).length,
    first: letters.filter(({ letter }) => letter === 'A').length
  }
}
