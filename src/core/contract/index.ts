// The contract: every call and stream the outside may make, mounted unchanged over IPC, HTTP and the CLI. Each topic has a file.
import type { z } from 'zod'
import { actingStreams } from './acting.ts'
import { agentCalls } from './agents.ts'
import { appCalls } from './app.ts'
import { builtInStreams } from './built-in.ts'
import { doorCalls } from './doors.ts'
import { endpointCalls, endpointStreams } from './endpoint.ts'
import { fictionCalls, fictionStreams } from './fictions.ts'
import { formatCalls, formatStreams } from './formats.ts'
import { judgingCalls } from './judging.ts'
import { linkCalls, linkStreams } from './links.ts'
import { modelCalls, modelStreams } from './models.ts'
import { perturbationCalls } from './perturbations.ts'
import { presenceCalls } from './presence.ts'
import { programCalls, programStreams } from './programs.ts'
import { promptCalls } from './prompts.ts'
import { runCalls, runStreams } from './runs.ts'
import { scenarioCalls, scenarioStreams } from './scenarios.ts'
import { stepCalls, stepStreams } from './steps.ts'
import { toolCalls, toolStreams } from './tools.ts'
import { worldCalls } from './worlds.ts'

/** Calls answer once. */
export const calls = {
  ...appCalls,
  ...modelCalls,
  ...worldCalls,
  ...presenceCalls,
  ...stepCalls,
  ...programCalls,
  ...promptCalls,
  ...toolCalls,
  ...perturbationCalls,
  ...formatCalls,
  ...runCalls,
  ...judgingCalls,
  ...scenarioCalls,
  ...fictionCalls,
  ...doorCalls,
  ...linkCalls,
  ...agentCalls,
  ...endpointCalls
}

/** Streams answer with events until they end; the caller may cancel at any time. */
export const streams = {
  ...modelStreams,
  ...stepStreams,
  ...programStreams,
  ...toolStreams,
  ...formatStreams,
  ...runStreams,
  ...scenarioStreams,
  ...fictionStreams,
  ...linkStreams,
  ...actingStreams,
  ...endpointStreams,
  ...builtInStreams
}

export type Calls = typeof calls
export type Streams = typeof streams
export type CallName = keyof Calls
export type StreamName = keyof Streams

/** What a caller may leave out is optional here. */
export type CallInput<K extends CallName> = z.input<Calls[K]['input']>
export type CallOutput<K extends CallName> = z.output<Calls[K]['output']>
export type StreamInput<K extends StreamName> = z.input<Streams[K]['input']>
export type StreamEvent<K extends StreamName> = z.output<Streams[K]['event']>

/** What the host implements and every door mounts: inputs arrive parsed. */
export interface Handlers {
  calls: { [K in CallName]: (input: z.output<Calls[K]['input']>) => CallOutput<K> | Promise<CallOutput<K>> }
  streams: {
    [K in StreamName]: (
      input: z.output<Streams[K]['input']>,
      options: { signal: AbortSignal }
    ) => AsyncIterable<StreamEvent<K>>
  }
  /** Hands out the download that an export offered under this ticket, once; `null` when there is none. */
  download(ticket: string): Download | null
  dispose(): Promise<void>
}

/** A file that is fetched while it is made. Reading it to its end is what makes it. */
export interface Download {
  name: string
  mediaType: string
  bytes: AsyncIterable<Uint8Array>
}

/** What the window has of a door: the preload bridge over IPC, or the HTTP client; both speak this. */
export interface Client {
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>>
  /** Throws the OrreryError the stream ended with; aborting `signal` cancels it at the host. */
  stream<K extends StreamName>(
    name: K,
    input: StreamInput<K>,
    options?: { signal?: AbortSignal }
  ): AsyncGenerator<StreamEvent<K>>
}

/** The bridge the preload puts at `window.orrery`: wire values only, both ways. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>
  /** Begins a stream under an id of the caller's choosing; its events arrive at `onEvent` listeners. */
  start(id: string, name: string, input: unknown): void
  cancel(id: string): void
  /** Returns a function that stops listening. */
  onEvent(listener: (message: StreamMessage) => void): () => void
}

/** A call's answer on the wire. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: { code: string; message: string } }
/** One message of a stream on the wire: an event, or its end, with the error it ended in if any. */
export type StreamMessage =
  | { id: string; type: 'event'; event: unknown }
  | { id: string; type: 'end'; error: { code: string; message: string } | null }
