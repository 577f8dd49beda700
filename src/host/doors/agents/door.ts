// What a way in for agents is: one file in this folder, one line in `list.ts`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Visitor } from '../../../core/contract/agents.ts'
import type {
  CallInput,
  CallName,
  CallOutput,
  StreamEvent,
  StreamInput,
  StreamName
} from '../../../core/contract/index.ts'
import { CODES, type ErrorCode, OrreryError } from '../../../core/errors.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { Mounted } from '../mount.ts'

/** One request of an agent, past the checks that are the same for all: host, origin, rate, and that its link is one. */
export interface Visit extends Visited {
  response: ServerResponse
}

/** A request to speak another protocol from here on, such as WebSocket. */
export interface Upgrade extends Visited {
  socket: Duplex
  /** What came behind the request. */
  head: Buffer
}

interface Visited {
  request: IncomingMessage
  /** The parts of the path behind the door's name. */
  path: string[]
  /** Secret of the link. */
  link: string
  world: AgentWorld
  /** Address of the door for this link, without a slash at the end. */
  base: string
  /** Whether its link may ask once more now: for what is asked in other ways than requests. */
  allowed(): boolean
}

/** How a protocol gives agents what `agent.*` of the contract has. */
export interface AgentDoor {
  /** Its part of an address: `/w/SECRET/NAME`. */
  name: string
  title: string
  /** One sentence for those who choose: who speaks it. */
  description: string
  /** A command to try, for the address of the door. */
  example?(url: string): string
  /** Whether a world of these rules can be reached by it; default: every world. */
  serves?(setup: Setup): boolean
  /** Answers the request; errors it throws are answered as JSON. */
  serve(visit: Visit): Promise<void>
  /** Takes a connection over, for protocols that have sockets. */
  upgrade?(visit: Upgrade): Promise<void>
  /** Ends what it holds. */
  close(): Promise<void>
}

/** Those that are asked of one link's world. */
type OfLink<Input> = Input extends Pick<Visitor, 'link' | 'door'> ? true : false
type AgentCall = { [K in CallName]: true extends OfLink<CallInput<K>> ? K : never }[CallName]
type AgentStream = { [K in StreamName]: true extends OfLink<StreamInput<K>> ? K : never }[StreamName]
type Input<T> = Omit<T, keyof Visitor>

/** How a protocol gives what is loaded itself, without a world: `agent.model` and what goes with it. */
export interface ModelDoor {
  /** First part of its paths. */
  root: string
  title: string
  /** One sentence for those who choose: who speaks it. */
  description: string
  /** Answers the request, refusals included: each protocol has its own form for them. */
  serve(visit: ModelVisit): Promise<void>
}

/** One request for the model: host, origin and rate were checked, and that `key` is the key. */
export interface ModelVisit {
  request: IncomingMessage
  response: ServerResponse
  /** The parts of the path behind the door's root. */
  path: string[]
  key: string
  mounted: Mounted
  /** Why the request is refused, where it is. */
  refused: { status: number; error: OrreryError } | null
}

/** The part of the contract that agents have, for one link. */
export interface AgentWorld {
  /** @throws OrreryError as the call does */
  call<K extends AgentCall>(name: K, input: Input<CallInput<K>>, client?: string): Promise<CallOutput<K>>
  /** Runs a stream to its end and resolves with its last event. @throws OrreryError as the stream does */
  stream<K extends AgentStream>(name: K, input: Input<StreamInput<K>>, options: StreamOptions): Promise<Last<K>>
  /** The same for another link. */
  of(link: string): AgentWorld
  link: string
}

type Last<K extends AgentStream> = Exclude<StreamEvent<K>, { type: 'progress' }>

interface StreamOptions {
  signal: AbortSignal
  client?: string
  /** What the agent says that its action will come to. */
  expects?: Json | undefined
  /** How many characters of the answer there are. */
  progress?(characters: number): void
}

/** @param door the name of the way in, for traffic */
export function agentWorld(mounted: Mounted, link: string, door: string): AgentWorld {
  return {
    link,
    of: (other) => agentWorld(mounted, other, door),
    async call(name, input, client = '') {
      const reply = await mounted.call(name, { ...input, link, door, client })
      if (!reply.ok) throw new OrreryError(codeOf(reply.error.code), reply.error.message)
      return reply.value as never // What the handler of this name gives.
    },
    async stream(name, input, { signal, client = '', expects, progress }) {
      let last: unknown
      const emit = (event: unknown) => {
        // Streams of agents tell their progress, then how they ended.
        const { type, characters } = event as { type: string; characters?: number }
        if (type === 'progress') progress?.(characters ?? 0)
        else last = event
      }
      const told = expects === undefined ? {} : { expects }
      await mounted.stream(name, { ...input, link, door, client, ...told }, { signal, emit })
      return last as never // The last event of the stream of this name.
    }
  }
}

export const codeOf = (code: string): ErrorCode => CODES.find((one) => one === code) ?? 'internal'
