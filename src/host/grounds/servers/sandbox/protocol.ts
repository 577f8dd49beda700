// What the ground and its process say to each other, and how states are named.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CODES } from '../../../../core/errors.ts'
import { JsonValue } from '../../../../core/text/json.ts'
import { StateChange } from '../../../../core/tree/ground.ts'
import { canonical } from '../../../../core/tree/history.ts'
import { StepResult } from '../../../../core/tree/result.ts'

/** One server with what it starts from. */
export const ServerWorld = z.strictObject({
  package: z.string(),
  /** Folder of the package on this machine; for a Python server the hash of what it comes with. */
  folder: z.string(),
  /** The file that starts it, in that folder; for a Python server its package to import. */
  entry: z.string(),
  keeps: z.enum(['files', 'calls']),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** What the client declares that it can do. */
  client: z.record(z.string(), JsonValue),
  effects: z.array(StateChange),
  seed: z.int(),
  /** Milliseconds since 1970 at its first moment, where the server runs in the machine. */
  begins: z.int().exactOptional()
})
export type ServerWorld = z.infer<typeof ServerWorld>

const ToolCall = z.strictObject({ name: z.string(), arguments: z.record(z.string(), JsonValue) })
export type ServerToolCall = z.infer<typeof ToolCall>

/**
 * A turn that happened. `own`: the server answered it then, and is to answer the same again, after the effects of what was predicted for it; what
 * another answered is taken in where the server answers just that. `text` is `null` where the step's text was altered.
 */
const Job = z.strictObject({
  call: ToolCall,
  effects: z.array(StateChange),
  own: z.boolean(),
  text: z.string().nullable()
})
export type ServerJob = z.infer<typeof Job>

export const ToServers = z.discriminatedUnion('type', [
  /** Which of the states, the first one of the world onwards, is the last that is kept. */
  z.strictObject({ type: z.literal('nearest'), id: z.string(), keys: z.array(z.string()) }),
  /** `jobs` after the state `from` (`null`: the first one), then `call`. */
  z.strictObject({
    type: z.literal('work'),
    id: z.string(),
    world: ServerWorld,
    from: z.string().nullable(),
    jobs: z.array(Job),
    call: Job.omit({ own: true, text: true })
  })
])
export type ToServers = z.infer<typeof ToServers>

/** What a server came upon that nothing here can know. */
const Need = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('network'), what: z.string() }),
  z.strictObject({ rule: z.literal('client'), what: z.string() }),
  z.strictObject({ rule: z.literal('unseen'), what: z.string(), kind: z.enum(['file', 'folder']) })
])
export type ServerNeed = z.infer<typeof Need>

const Result = z.strictObject({
  /** The answer; `null` where something is needed for it. The state is then as it was. */
  text: z.string().nullable(),
  /** What the server said beside it. */
  known: StepResult.nullable(),
  need: Need.nullable(),
  /** Turns (1 is the world's first) that the server answers otherwise than it did, and those of others that were not taken in. */
  diverged: z.array(z.int()),
  apart: z.array(z.int())
})
export type ServerResult = z.infer<typeof Result>

export const FromServers = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('nearest'), id: z.string(), index: z.int() }),
  /** `worn`: the process is better started again before anything else is asked. */
  z.strictObject({ type: z.literal('done'), id: z.string(), result: Result, worn: z.boolean() }),
  z.strictObject({ type: z.literal('error'), id: z.string(), code: z.enum(CODES), message: z.string() })
])
export type FromServers = z.infer<typeof FromServers>

/** A state is named by all that led to it, in one order of properties: here and there they come in others. */
export const firstKey = (world: ServerWorld): string => hash(canonical(world))
export const nextKey = (key: string, { call, effects, own, text }: ServerJob): string =>
  hash(canonical([key, { ...call }, effects, own, text]))

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
