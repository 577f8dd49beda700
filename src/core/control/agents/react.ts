// The built-in agent: a model that thinks, calls a tool and reads what happened, in turn (ReAct, Yao et al. 2022).

import { z } from 'zod'
import { OrreryError } from '../../errors.ts'
import { readJson } from '../../observations/documents/value.ts'
import { parseJson } from '../../text/json.ts'
import type { Sampling } from '../../tree/model.ts'
import type { Engine, Json, Message, Request } from '../../tree/ports.ts'
import { type Actor, type ActorOutcome, type Briefing, Decision } from './actor.ts'

export interface ReactOptions {
  engine: Engine
  briefing: Briefing
  sampling: Sampling
  seed: number
  /** It is to say what it expects to see before each action. */
  expects?: boolean
  /** Among worlds that wait for the engine, whose turn it is (`Request.owner`). */
  owner: string
}

// A thought and a call, with room for a file that is written.
const MOST_TOKENS = 2048
// Of one observation; the middle of longer ones is left out.
const MOST_SEEN = 6000
// Turns that are told whole; a context of 16,384 tokens holds them.
const MOST_TURNS = 12
// A model that answers no turn so many times in a row will not do it the next time.
const TRIES = 3

/** An agent that asks `engine` for each turn. Its answers are held to the tools' schemas where the engine can do that. */
export function createReact({ engine, briefing, sampling, seed, owner, expects = false }: ReactOptions): Actor {
  const told: Message[] = []
  let known = briefing
  let asked = 0

  async function ask(messages: Message[], options: Parameters<Actor['next']>[1]): Promise<string> {
    let text = ''
    let thought = ''
    for await (const event of engine.generate(request(messages), { signal: options.signal })) {
      if (event.type !== 'text') continue
      text += event.text
      const now = thoughtIn(text)
      if (now === null || now === thought) continue
      thought = now
      options.thinking?.(thought)
    }
    return text
  }

  function request(messages: Message[]): Request {
    return {
      ...{ messages, prefill: '', thinking: false, tagged: false, stop: [], repeats: 0, trace: false, strict: false },
      // Nobody has finished before the first turn.
      shape: { tags: false, schema: schemaOf(known, { mayEnd: told.length > 1, expects }), only: true },
      sampling: { ...sampling, maxTokens: MOST_TOKENS },
      // Another draw for each turn and each try, the same ones in every run of this seed.
      seed: (seed + asked++) % 2 ** 31,
      ...{ owner, parent: null, action: null }
    }
  }

  return {
    name: 'built-in agent',
    async next(outcome, options) {
      if (outcome?.made) known = { ...known, tools: [...known.tools, outcome.made] }
      told.push({ role: 'user', content: outcome ? shown(outcome) : begin(briefing) })
      for (let tries = 0; tries < TRIES; tries++) {
        const answer = await ask([{ role: 'system', content: SYSTEM(known, expects) }, ...lately(told)], options)
        const read = Decision.safeParse(readJson(answer)?.value)
        if (!read.success) continue
        told.push({ role: 'assistant', content: JSON.stringify(read.data) })
        return read.data
      }
      throw new OrreryError('no-output', `The agent's model gave no turn that can be read, ${TRIES} times in a row.`)
    },
    close: async () => {}
  }
}

const SYSTEM = (
  { tools, makesTools }: Briefing,
  expects: boolean
): string => `You are an agent at work in an environment. Each message shows you what is there now. Answer each with one JSON object and nothing else:

{"thought": "...", ${expects ? '"expects": "...", ' : ''}"tool": "...", "arguments": {...}}

${expects ? '"expects" says what you will see if the tool does what you think: the answer itself where you know it, else what it will be in a sentence. ' : ''}The thought says in a sentence or two what you conclude and what comes next. One tool at a time: you see what it did before you decide again. Believe what you see, not what you expected. When the task is achieved, or you are sure that it cannot be, answer with what was asked for or what you found:

{"thought": "...", "done": true, "answer": "..."}

The tools${makesTools ? ' (you may also call one that is not listed, by a name and arguments of your own: it is made by that)' : ''}:
${tools.map((tool) => JSON.stringify({ name: tool.name, description: tool.description, parameters: tool.inputSchema })).join('\n')}`

/** The thought of an answer that may not have ended; `''` before it begins, `null` in the middle of an escape. */
function thoughtIn(answer: string): string | null {
  const [, written = ''] = /^\s*\{\s*"thought"\s*:\s*"((?:[^"\\]|\\.)*)/s.exec(answer) ?? []
  try {
    return z.string().parse(parseJson(`"${written}"`))
  } catch {
    return null
  }
}

const begin = ({ task, view }: Briefing): string =>
  [task ? `The task: ${task}` : 'There is no task: explore.', view && `What you see:\n${clipped(view)}`]
    .filter(Boolean)
    .join('\n\n')

const shown = ({ text, error }: ActorOutcome): string =>
  `${error ? 'It failed' : 'What you see'}:\n${clipped(text) || '(nothing)'}`

function clipped(text: string): string {
  if (text.length <= MOST_SEEN) return text
  const half = MOST_SEEN / 2
  return `${text.slice(0, half)}\n… ${text.length - MOST_SEEN} characters are left out here …\n${text.slice(-half)}`
}

/** The beginning, which has the task, and the last turns. */
function lately(told: readonly Message[]): Message[] {
  const recent = told.slice(1).slice(-2 * MOST_TURNS)
  // Roles alternate: what follows the beginning is the agent's.
  const whole = recent[0]?.role === 'user' ? recent.slice(1) : recent
  return [...told.slice(0, 1), ...whole]
}

/** Either a call of one of the tools, with arguments that fit it, or the end. */
function schemaOf({ tools, makesTools }: Briefing, { mayEnd, expects }: { mayEnd: boolean; expects: boolean }): Json {
  const thought = { type: 'string' }
  // Said before the call is chosen in full, as the thought is.
  const said = { thought, ...(expects && { expects: { type: 'string' } }) }
  const call = ({ name, inputSchema }: Briefing['tools'][number]) => ({
    type: 'object',
    properties: { ...said, tool: { const: name }, arguments: { type: 'object', ...inputSchema } },
    required: [...Object.keys(said), 'tool', 'arguments'],
    additionalProperties: false
  })
  const end = {
    type: 'object',
    properties: { thought, done: { const: true }, answer: { type: 'string' } },
    required: ['thought', 'done', 'answer'],
    additionalProperties: false
  }
  const other = {
    ...{ type: 'object', required: [...Object.keys(said), 'tool', 'arguments'], additionalProperties: false },
    properties: { ...said, tool: { type: 'string' }, arguments: { type: 'object' } }
  }
  return { anyOf: [...tools.map(call), ...(makesTools ? [other] : []), ...(mayEnd ? [end] : [])] }
}
