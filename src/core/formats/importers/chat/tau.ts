// Reads the simulations that tau2-bench writes: agents that talk to a user and call tools, where the user may have tools too.
//
// Kept: what both said and did, the agent's policy, and who the user was to be. Not kept: costs, times, and how the task was judged.
import { z } from 'zod'
import { sentenceOf } from '../../../text/issues.ts'
import { isObject } from '../../../text/json.ts'
import type { Finding, Importer } from '../../importing.ts'
import { check } from '../lines.ts'
import { counter, isSaid } from '../recorded.ts'
import { readDocument, wholeText } from '../whole.ts'
import type { Chat, ChatMessage } from './chat.ts'
import { Options, worldsOf } from './worlds.ts'

const Said = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string().nullish(),
  /** Of a tool's answer: the call that it answers. */
  id: z.string().nullish(),
  error: z.boolean().nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string().nullish(), name: z.string(), arguments: z.unknown().optional() }))
    .nullish()
})
/** Answers of tools, where there were several calls. */
const Answers = z.looseObject({ tool_messages: z.array(Said) })

const Text = z.union([z.string(), z.null()]).optional()
const Task = z.looseObject({
  id: z.string(),
  user_scenario: z
    .looseObject({
      persona: Text,
      instructions: z.union([
        z.string(),
        z.looseObject({ reason_for_call: Text, task_instructions: Text, known_info: Text })
      ])
    })
    .nullish()
})
type Task = z.infer<typeof Task>

const Results = z.looseObject(
  {
    info: z.looseObject({ environment_info: z.looseObject({ policy: Text }).nullish() }).nullish(),
    tasks: z.array(Task).default([]),
    simulations: z.array(
      z.looseObject({ id: z.string().nullish(), task_id: z.string(), messages: z.array(z.unknown()) })
    )
  },
  { error: 'no results of tau2-bench: they have simulations, each with a task_id and messages' }
)

export const tau: Importer<typeof Options> = {
  name: 'tau2',
  title: 'tau2-bench results',
  options: Options,

  recognise({ head }) {
    const found = head.trimStart().startsWith('{') && /"(?:user_info|simulations)"\s*:/.test(head)
    const known = found && /"(?:environment_info|user_scenario|requestor)"\s*:/.test(head)
    return known ? { format: 'tau2-bench results', sure: 'certain' } : null
  },

  async *read(file, reading, options) {
    const document = readDocument(await wholeText(file))
    if ('reason' in document) {
      yield { type: 'problem', ...document }
      return
    }
    const results = Results.safeParse(document.value)
    if (!results.success) {
      yield { type: 'problem', line: null, reason: sentenceOf(results.error) }
      return
    }
    yield* worldsOf(chatsIn(results.data), { name: 'tau2', reading, options })
  }
}

async function* chatsIn({
  info,
  tasks,
  simulations
}: z.infer<typeof Results>): AsyncGenerator<Finding | { line: number | null; chat: Chat }> {
  const policy = info?.environment_info?.policy ?? ''
  for (const [index, { id, task_id, messages, ...rest }] of simulations.entries()) {
    const dropped = counter()
    for (const key of Object.keys(rest)) if (isSaid(rest[key])) dropped.add(`the field "${key}" of simulations`)
    const turns = messages.map(turnIn)
    const broken = turns.findIndex((one) => 'reason' in one)
    yield* dropped.findings()
    const wrong = turns[broken]
    if (wrong && 'reason' in wrong) {
      const reason = `Simulation ${index + 1} was left out: message ${broken + 1}: ${wrong.reason}`
      yield { type: 'problem', line: null, reason }
      continue
    }
    const said = turns.flatMap((one) => ('said' in one ? one.said : [])).map(messageOf)
    const system: ChatMessage[] = policy ? [{ role: 'system', content: policy, calls: [], answers: null }] : []
    const user = userOf(tasks.find((task) => task.id === task_id))
    const chat: Chat = {
      messages: [...system, ...said],
      tools: [],
      own: null,
      aside: JSON.stringify([id, task_id]),
      ...(user && { user })
    }
    yield { line: null, chat }
  }
}

/** The messages that stand in one place of a simulation, or why there are none. */
function turnIn(given: unknown): { said: z.infer<typeof Said>[] } | { reason: string } {
  if (isObject(given) && given.tool_messages !== undefined) {
    const read = check(given, Answers)
    return 'checked' in read ? { said: read.checked.tool_messages } : read
  }
  const read = check(given, Said)
  return 'checked' in read ? { said: [read.checked] } : read
}

function messageOf({ role, content, id, error, tool_calls }: z.infer<typeof Said>): ChatMessage {
  const calls = tool_calls?.map((one) => ({ id: one.id ?? null, name: one.name, arguments: one.arguments })) ?? []
  return {
    role,
    content: content ?? '',
    calls,
    answers: role === 'tool' ? (id ?? null) : null,
    ...(error && { failed: true })
  }
}

/** Who the user was to be. */
function userOf(task: Task | undefined): Chat['user'] {
  const scenario = task?.user_scenario
  if (!scenario) return undefined
  const { persona, instructions } = scenario
  const told = typeof instructions === 'string' ? { task_instructions: instructions } : instructions
  const wants = [told.reason_for_call, told.task_instructions].filter(Boolean).join('\n\n')
  return {
    ...(persona && { persona: persona.slice(0, MOST) }),
    ...(wants && { wants: wants.slice(0, MOST) }),
    ...(told.known_info?.trim() && { knows: { 'known info': told.known_info.slice(0, MOST) } })
  }
}

// Characters of a part of a user.
const MOST = 4000
