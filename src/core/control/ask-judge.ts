// One question to the judge of a run, asked several times: what it answers is yes or no, and the majority decides.
import { z } from 'zod'
import { OrreryError } from '../errors.ts'
import { readJson } from '../observations/documents/value.ts'
import { IN_USE, JudgeChoice } from '../tree/conditions.ts'
import type { Engine, Json, Message } from '../tree/ports.ts'

/** How a question was voted on. `by`: who judged; `null`: nobody did, and all counts are 0. */
export const Votes = z.strictObject({
  by: z.string().nullable(),
  yes: z.int(),
  no: z.int(),
  /** Votes that gave no answer that can be read. */
  unread: z.int()
})
export type Votes = z.infer<typeof Votes>

/** What was voted, and the reason that the first vote of the majority gave; `yes` is `null` without a majority of all votes. */
export interface Voted {
  votes: Votes
  yes: boolean | null
  why: string
}

/** A judge that somebody names for a run. `baseUrl`: a server with an OpenAI-compatible API that has the model. */
export const RunJudge = JudgeChoice.extend({ baseUrl: z.string().min(1).exactOptional() })
export type RunJudge = z.infer<typeof RunJudge>

/** The judge by its own name, by which its answers are kept: another model may be in use by the next time. @param inUse what is in use now */
export const judgeByName = (judge: RunJudge, inUse: string | null): RunJudge =>
  judge.model === IN_USE && judge.baseUrl === undefined && inUse !== null ? { ...judge, model: inUse } : judge

/** Who answers the questions of a run. */
export interface Judge {
  /** @throws OrreryError cancelled */
  ask(messages: readonly Message[]): Promise<Voted>
}

const NOT_VOTED: Votes = { by: null, yes: 0, no: 0, unread: 0 }

const Vote = z.object({ why: z.string().max(2000).default(''), yes: z.boolean() })

// Reasons come first, so that the vote follows from them.
const VOTE_SCHEMA: Json = {
  type: 'object',
  properties: { why: { type: 'string' }, yes: { type: 'boolean' } },
  required: ['why', 'yes'],
  additionalProperties: false
}

/** What every question ends with. */
export const VOTE_FORM = 'Answer with one JSON object: {"why": "one or two sentences", "yes": true or false}.'

// A reason of a few sentences, and the thought of a model that thinks although it is told not to.
const MOST_TOKENS = 1200
// As the benchmark's judge is asked: drawn at this temperature, and up to three times where an answer cannot be read (AgentWorldBench, 4.2).
const TEMPERATURE = 0.6
const TRIES = 3

/**
 * A judge that asks `engine`. One that cannot answer gives no vote, and says why.
 * @param options.votes an odd number @param options.seed the same votes each time, as far as the engine repeats itself
 */
export function judgeOn(
  engine: Engine,
  { votes, seed, owner, signal }: { votes: number; seed: number; owner: string; signal: AbortSignal }
): Judge {
  const { name } = engine.info().model
  let asked = 0

  async function vote(messages: readonly Message[]): Promise<z.infer<typeof Vote> | null> {
    for (let tries = 0; tries < TRIES; tries++) {
      let text = ''
      const request = {
        messages: [...messages],
        ...{ prefill: '', thinking: false, tagged: false, stop: [], repeats: 0, trace: false, strict: true },
        shape: { tags: false, schema: VOTE_SCHEMA, only: true },
        sampling: { temperature: TEMPERATURE, topK: 20, topP: 0.95, maxTokens: MOST_TOKENS },
        // Another draw for each vote and each try.
        seed: (seed + asked++) % 2 ** 31,
        fresh: true,
        ...{ owner, parent: null, action: null }
      }
      for await (const event of engine.generate(request, { signal })) if (event.type === 'text') text += event.text
      // Not every engine fails when it is stopped: some end early.
      if (signal.aborted) throw new OrreryError('cancelled', 'The judge was stopped.')
      const read = Vote.safeParse(readJson(text.split(THOUGHT).at(-1) ?? '')?.value)
      if (read.success) return read.data
    }
    return null
  }

  return {
    async ask(messages) {
      const counted: Votes = { by: name, yes: 0, no: 0, unread: 0 }
      const reasons = { yes: '', no: '' }
      try {
        for (let count = 0; count < votes; count++) {
          const one = await vote(messages)
          const way = one === null ? 'unread' : one.yes ? 'yes' : 'no'
          counted[way]++
          if (one && way !== 'unread') reasons[way] ||= one.why
        }
      } catch (error) {
        if (signal.aborted || !(error instanceof OrreryError)) throw error
        return unjudged(error.message)
      }
      const yes = counted.yes > votes / 2 ? true : counted.no > votes / 2 ? false : null
      const why = yes === null ? `${name} gave no majority.` : reasons[yes ? 'yes' : 'no']
      return { votes: counted, yes, why }
    }
  }
}

const THOUGHT = '</think>'

/** Nobody voted. @param why in a sentence */
const unjudged = (why: string): Voted => ({ votes: NOT_VOTED, yes: null, why })

/** A judge that judges nothing. @param why in a sentence */
export const noJudge = (why: string): Judge => ({ ask: async () => unjudged(why) })

/** `2 of 3 votes of NAME`, for the answer that was given. */
export function votesTold({ votes: { by, yes, no, unread }, yes: answer }: Pick<Voted, 'votes' | 'yes'>): string {
  const all = yes + no + unread
  const most = answer === false ? no : yes
  return `${most} of ${all} ${all === 1 ? 'vote' : 'votes'} of ${by}${unread ? `, ${unread} not readable` : ''}`
}
