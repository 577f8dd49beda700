// The schema of a tool that a call has just made, written by the model before it answers the call.
import { z } from 'zod'
import { misfitCall, type ToolCall } from '../domains/tool-call.ts'
import { toWire } from '../errors.ts'
import { readJson } from '../observations/documents/value.ts'
import { clip } from '../tree/cut.ts'
import type { StepEvent, Tokens, Tool } from '../tree/model.ts'
import type { Engine, EngineEvent, Json, Request } from '../tree/ports.ts'
import { addTokens } from './tokens.ts'

/** The tool as it is kept, with what asking for it took. */
export interface WrittenTool {
  tool: Tool
  tokens: Tokens
  /** Why the tool is what could be read off its call; `null` where the model wrote it. */
  warning: string | null
}

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const
// A sentence or two, of the tool and of each parameter.
const LONGEST = 600
const MOST_PARAMETERS = 20
const MOST_TOKENS = 1024

const Written = z.object({
  description: z.string().trim().min(1),
  parameters: z
    .array(
      z.object({
        name: z.string().regex(/^[A-Za-z_][\w.-]{0,63}$/),
        type: z.enum(TYPES),
        description: z.string().trim().default(''),
        required: z.boolean().default(false)
      })
    )
    .max(MOST_PARAMETERS)
})

const SHAPE: Json = {
  type: 'object',
  properties: {
    description: { type: 'string' },
    parameters: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...{ name: { type: 'string' }, type: { enum: [...TYPES] } },
          ...{ description: { type: 'string' }, required: { type: 'boolean' } }
        },
        required: ['name', 'type', 'description', 'required'],
        additionalProperties: false
      }
    }
  },
  required: ['description', 'parameters'],
  additionalProperties: false
}

const SYSTEM = `You document tools. You are shown the tools of an environment, and a call of one that has no documentation yet. Say what that tool does, in one sentence, and what each of its parameters is: those of the call, and others that such a tool usually takes. A parameter is required only where the call has it. Answer with JSON alone: "description", and "parameters", a list of "name", "type", "description", "required".`

/**
 * @param read the tool as it was read off the call, which stands where the model writes none that the call fits
 * @param call of the tool
 * @param known the tools that are there already
 * @throws what the engine does when it is stopped
 */
export async function* writeTool(
  engine: Engine,
  { read, call, known }: { read: Tool; call: ToolCall; known: readonly Tool[] },
  { seed, owner, signal }: { seed: number; owner: string; signal: AbortSignal }
): AsyncGenerator<StepEvent, WrittenTool> {
  let [text, tokens] = ['', { prompt: 0, cached: 0, generated: 0 }]
  try {
    for await (const event of engine.generate(requestFor(call, known, { seed, owner }), { signal })) {
      if (event.type === 'text') text += event.text
      else if (event.type === 'done') tokens = addTokens(tokens, event.tokens)
      else yield event satisfies Exclude<EngineEvent, { type: 'text' | 'done' }>
    }
  } catch (error) {
    if (signal.aborted) throw error
    return { tool: read, tokens, warning: unwritten(read.name, toWire(error).message) }
  }
  const written = Written.safeParse(readJson(text)?.value)
  if (!written.success) return { tool: read, tokens, warning: unwritten(read.name, 'It said no such JSON.') }
  const tool = toolOf(read, written.data)
  const why = misfitCall([tool], call)
  return why === null
    ? { tool, tokens, warning: null }
    : { tool: read, tokens, warning: unwritten(read.name, `Its own call does not fit what it wrote: ${why}`) }
}

const unwritten = (name: string, why: string): string =>
  `The schema of "${name}" was read off its call, since the model wrote none that can be used. ${why}`

/** What was written, and of what the call has and nobody wrote, its type. */
function toolOf({ name, inputSchema }: Tool, { description, parameters }: z.infer<typeof Written>): Tool {
  const own = Object.entries((inputSchema as { properties?: Record<string, Json> }).properties ?? {})
  const written = parameters.map(
    ({ name, type, description }) =>
      [name, { type, ...(description && { description: clip(description, LONGEST) }) }] as const
  )
  const properties = Object.fromEntries([...own, ...written])
  const required = parameters
    .filter((one) => one.required && own.some(([key]) => key === one.name))
    .map((one) => one.name)
  return { name, description: clip(description, LONGEST), inputSchema: { type: 'object', properties, required } }
}

function requestFor(
  { name, arguments: given }: ToolCall,
  known: readonly Tool[],
  { seed, owner }: { seed: number; owner: string }
): Request {
  const told = known.slice(0, MOST_TOLD).map((one) => `- ${one.name}: ${clip(one.description ?? '', 160)}`)
  const asked = [
    ...(told.length ? ['Tools:', ...told, ''] : []),
    'The call:',
    JSON.stringify({ name, arguments: given })
  ]
  return {
    messages: [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: asked.join('\n') }
    ],
    ...{ prefill: '', thinking: false, tagged: false, stop: [], repeats: 4, trace: false, strict: true },
    shape: { tags: false, schema: SHAPE, only: true },
    sampling: { temperature: 0, topK: 1, topP: 1, maxTokens: MOST_TOKENS },
    ...{ seed, owner, parent: null, action: null }
  }
}

// Of a world with hundreds of tools these tell its style.
const MOST_TOLD = 12
