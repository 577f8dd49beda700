// What can be asked of an OpenEnv session: begin an episode, act, hear the state; and its tools as JSON-RPC.

import { z } from 'zod'
import { OrreryError, toWire } from '../../../core/errors.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { isObject, JsonValue } from '../../../core/text/json.ts'
import type { Episode } from './episode.ts'
import {
  firstOf,
  lineObservation,
  misfit,
  notRead,
  resultOf,
  toolObservation,
  toolsObservation
} from './openenv-wire.ts'

const Reset = z.looseObject({
  seed: z.int().min(0).nullish(),
  episode_id: z.string().max(255).nullish(),
  /** Counts from 0 in the task API. */
  index: z.int().min(0).nullish(),
  task: z.string().nullish()
})

const Metadata = z.record(z.string(), JsonValue).default({})
const Action = z.record(z.string(), JsonValue)
const CallTool = z.strictObject({
  type: z.literal('call_tool').optional(),
  tool_name: z.string().min(1),
  arguments: z.record(z.string(), JsonValue).default({}),
  metadata: Metadata
})

/** @throws OrreryError invalid-input, not-found for no such task */
export async function reset(episode: Episode, data: unknown) {
  const { seed, index, task, episode_id } = fitting(Reset, data)
  await episode.reset({ seed: seed ?? undefined, index: index ?? undefined, task: task ?? undefined })
  if (episode_id) episode.id = episode_id
  return firstOf(episode)
}

/**
 * What is no action is observed as an error: a model wrote it, and is to read why. Clients end their episode at anything else.
 * @param gone whoever asked has gone: the call is stopped. @throws OrreryError as a step does
 */
export async function step(episode: Episode, data: unknown, gone?: AbortSignal) {
  const given = isObject(data) ? data : {}
  const { line } = episode.told
  const asLine = line && given.type !== 'call_tool' && !('tool_name' in given) ? line : null
  const named = typeof given.tool_name === 'string' ? given.tool_name : ''
  try {
    if (data === undefined) throw new OrreryError('invalid-input', 'There is no "action" here, and a step needs one.')
    const action = fitting(Action, data)
    if (action.type === 'list_tools') return toolsObservation(episode.told)
    const { metadata, ...line } = action
    // Beside the action is the one place where a client can say more.
    const expects = isObject(metadata) ? metadata.expects : undefined
    if (asLine) return lineObservation(await episode.act(asLine.tool, line, gone, expects))
    const { tool_name: tool, arguments: args } = fitting(CallTool, data)
    return toolObservation(tool, await episode.act(tool, args, gone, expects))
  } catch (error) {
    const { code, message } = toWire(error)
    if (code !== 'invalid-input' && (code !== 'not-found' || asLine)) throw error
    const told = { error_type: code === 'not-found' ? 'tool_not_found' : 'invalid_args', message } as const
    return asLine ? notRead(told) : misfit(named, told)
  }
}

export const stateOf = ({ id, steps }: Episode) => ({ episode_id: id, step_count: steps })

export const Rpc = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.record(z.string(), JsonValue).default({}),
  id: z.union([z.string(), z.number()]).nullable().default(null)
})
export type Rpc = z.infer<typeof Rpc>

const Call = z.looseObject({ name: z.string().min(1), arguments: z.record(z.string(), JsonValue).default({}) })

/** Codes of JSON-RPC. */
export const RPC = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  server: -32_000
}

export const rpcResult = (id: Rpc['id'], result: unknown) => ({ jsonrpc: '2.0', id, result })
export const rpcError = (id: Rpc['id'], code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data: null }
})

/** What went wrong, with when to ask again where nothing was done. */
export const rpcFailed = (id: Rpc['id'], code: number, error: unknown) => {
  const { error: told, ...rest } = rpcError(id, code, toWire(error).message)
  const retryAfter = error instanceof OrreryError ? error.retryAfter : undefined
  return { ...rest, error: { ...told, data: retryAfter === undefined ? null : { retry_after: retryAfter } } }
}

/** `tools/list` and `tools/call`. @param within where a session is needed, and only then */
export async function rpc({ method, params, id }: Rpc, told: () => Promise<Episode['told']>, within: Within) {
  if (method === 'tools/list') {
    const { tools } = await told()
    return rpcResult(id, {
      tools: tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema }))
    })
  }
  if (method !== 'tools/call') return rpcError(id, RPC.method, `There is no method "${method}".`)
  const call = Call.safeParse(params)
  if (!call.success) return rpcError(id, RPC.params, sentenceOf(call.error, { value: params, schema: Call }))
  try {
    const { name, arguments: args } = call.data
    return rpcResult(id, resultOf(await within((episode, gone) => episode.act(name, args, gone))))
  } catch (error) {
    const { code } = toWire(error)
    if (code === 'overloaded') return rpcFailed(id, RPC.server, error)
    return rpcFailed(id, code === 'invalid-input' || code === 'not-found' ? RPC.params : RPC.internal, error)
  }
}

type Within = <T>(work: (episode: Episode, gone?: AbortSignal) => Promise<T>) => Promise<T>

/** @throws OrreryError invalid-input */
export function fitting<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new OrreryError('invalid-input', sentenceOf(error, { value, schema }))
}
