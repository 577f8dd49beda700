// The messages between the llama engine and its process. Both sides parse what they receive; a process is not trusted memory.
import { z } from 'zod'
import { Fit, LoadOptions } from '../../core/contract/fit.ts'
import { ChatUse } from '../../core/contract/models.ts'
import { CODES } from '../../core/errors.ts'
import { Bytes } from '../../core/tree/engine-status.ts'
import { Bounds, Cut, Sampling, ThoughtEnd, Tokens, TracedToken } from '../../core/tree/model.ts'
import { MemoryFacts } from '../models/gguf/estimate.ts'

// What a newer Orrery has decided and this one does not know is left out.
const Decided = z.object(LoadOptions.shape)

/** What the process needs of a request (`core/tree/ports.ts`, Request): where it stands in the tree stays behind. */
export const ToEngine = z.object({
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  prefill: z.string(),
  thinking: z.boolean(),
  budget: z.int().min(1).nullable(),
  tagged: z.boolean(),
  stop: z.array(z.string()),
  sampling: Sampling.extend({ maxTokens: z.int().min(1) }),
  seed: z.int(),
  strict: z.boolean(),
  owner: z.string(),
  repeats: z.int().min(0),
  counts: z.boolean(),
  bounds: Bounds.nullable().default(null),
  shape: z.object({ tags: z.boolean(), schema: z.json().nullable() }),
  trace: z.boolean()
})
export type ToEngine = z.infer<typeof ToEngine>

/**
 * Engine to process. `load` comes first and only says what to load: the first `generate` or `count` loads it.
 * A process that does not end after `close` is killed; that loses nothing but time. `fit` needs no `load` and loads no weights.
 */
export const ToProcess = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('load'),
    path: z.string(),
    /** Tokens to aim for where `options` decides none; `null` takes the default. */
    contextSize: z.int().min(1).nullable(),
    options: Decided,
    /** Bytes the model may take; `null` measures what is free. */
    free: Bytes.nullable(),
    /** Folder for what was read, and the model file's SHA-256, which it holds for; `null` keeps nothing. */
    states: z.strictObject({ folder: z.string(), model: z.string() }).nullable(),
    /** Whether answers may be copied from the prompt. */
    copying: z.boolean()
  }),
  z.object({
    type: z.literal('fit'),
    id: z.string(),
    /** The file, or what is known of one that is not here. */
    of: z.union([z.object({ path: z.string() }), z.object({ facts: MemoryFacts, size: z.int() })]),
    contextSize: z.int().min(1).nullable(),
    options: Decided,
    /** Bytes of a loaded model that would make room for this one. */
    held: Bytes
  }),
  /** How the model at `path` would be told its turns. Needs no `load`. */
  z.object({ type: z.literal('chat'), id: z.string(), path: z.string() }),
  /** Loads the model without asking anything of it. */
  z.object({ type: z.literal('ready'), id: z.string() }),
  z.object({ type: z.literal('generate'), id: z.string(), ask: ToEngine }),
  /** Reads a prompt whose last message ends where an action would begin. Ends in `ready` as soon as something else is to be answered. */
  z.object({ type: z.literal('read-ahead'), id: z.string(), ask: ToEngine }),
  z.object({ type: z.literal('count'), id: z.string(), texts: z.array(z.string()) }),
  /** A vector of each text. Loads the weights alone where nothing was generated yet. */
  z.object({ type: z.literal('embed'), id: z.string(), texts: z.array(z.string()) }),
  z.object({ type: z.literal('cancel'), id: z.string() }),
  /** Closes the thought of a `generate`. */
  z.object({ type: z.literal('answer-now'), id: z.string() }),
  /** Stops all work, saves what was read and ends the process. */
  z.object({ type: z.literal('close') })
])
export type ToProcess = z.infer<typeof ToProcess>

/** Process to engine. A `generate` ends in `done`, a `ready` and a `read-ahead` in `ready`, a `count` in `counted`, an `embed` in `embedded`, a `fit` in `fitted`, a `chat` in `chat`, or each in `error`. */
export const FromProcess = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('status'),
    state: z.enum(['idle', 'loading', 'ready', 'generating']),
    device: z.string().nullable(),
    contextSize: z.int().nullable(),
    /** Requests that can be answered at the same time. */
    sequences: z.int(),
    /** Bytes that are free again when the process ends; `null` before loading. */
    memory: Bytes.nullable()
  }),
  z.object({
    type: z.literal('progress'),
    id: z.string(),
    phase: z.enum(['load', 'read']),
    done: z.number(),
    total: z.number()
  }),
  z.object({ type: z.literal('text'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('meter'), id: z.string(), tokens: Tokens, tokensPerSecond: z.number() }),
  z.object({
    type: z.literal('done'),
    id: z.string(),
    tokens: Tokens,
    cut: Cut.nullable(),
    trace: z.array(TracedToken).nullable(),
    thoughtEnded: ThoughtEnd.nullable(),
    /** What whoever reads the answer should know of how the model was asked. */
    warning: z.string().nullable()
  }),
  z.object({ type: z.literal('ready'), id: z.string() }),
  z.object({ type: z.literal('counted'), id: z.string(), counts: z.array(z.int()) }),
  z.object({
    type: z.literal('embedded'),
    id: z.string(),
    vectors: z.array(z.array(z.number())),
    tokens: z.int()
  }),
  z.object({ type: z.literal('fitted'), id: z.string(), fit: Fit }),
  z.object({ type: z.literal('chat'), id: z.string(), chat: ChatUse }),
  z.object({ type: z.literal('error'), id: z.string(), code: z.enum(CODES), message: z.string() })
])
export type FromProcess = z.infer<typeof FromProcess>
