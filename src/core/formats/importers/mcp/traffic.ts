// What a log of MCP messages says happened: which tools there were, which were called, and what they answered.

import { isObject } from '../../../text/json.ts'
import type { Action } from '../../../tree/model.ts'
import { Tool } from '../../../tree/model.ts'
import { counter, type RecordedExchange } from '../recorded.ts'
import type { Logged } from './messages.ts'
import { answered, errorText, resultOf, resultText } from './result.ts'

/** One connection of a client to a server. */
export interface Connection {
  server: string | null
  instructions: string
  tools: Map<string, Tool>
  exchanges: Called[]
}

type Called = RecordedExchange & {
  line: number
  name: string
  answered: boolean
  /** Another call with the same id was open at the same time: whose the answers are cannot be told. */
  shared?: boolean
}

interface Asked {
  id: string
  method: string
  same: string
  /** Which way it went, where the log says that. */
  side: string
  exchange: Called | null
}

/** What goes on at one place of the log: one connection after the other. */
interface Thread {
  /** The connection of now. */
  current: Connection | null
  open: Asked[]
  /** What the server asks the client has ids of its own, which may be the same ones. */
  openThere: { id: string; side: string }[]
  /** The sides that clients' requests came from. */
  clients: Set<string>
}

/** Reads messages in the order of the log. */
export function createTraffic(dropped: ReturnType<typeof counter>) {
  const logged: { one: Logged; line: number }[] = []
  return {
    take(one: Logged, line: number): void {
      logged.push({ one, line })
    },
    end(): { connections: Connection[]; problems: { line: number; reason: string }[] } {
      return follow(logged, namesConnections(logged), dropped)
    }
  }
}

/**
 * Whether what stands beside the messages names connections: then a request and its answer have the same name, and a name is not new with
 * every call, as the id of a request is.
 */
function namesConnections(logged: { one: Logged; line: number }[]): boolean {
  const names = new Set(logged.map(({ one }) => one.place.connection))
  if (names.size < 2) return false
  const answered = (named: boolean): number =>
    follow(logged, named, counter()).connections.reduce(
      (sum, { exchanges }) => sum + exchanges.filter((one) => one.answered).length,
      0
    )
  if (answered(true) < answered(false)) return false
  const calls = new Map<string, number>()
  const begun = new Set<string>()
  for (const { one } of logged) {
    const { message, place } = one
    if (message.method === 'initialize' || message.method === 'tools/list') begun.add(place.connection)
    if (message.method === 'tools/call') calls.set(place.connection, (calls.get(place.connection) ?? 0) + 1)
  }
  // A call under a name under which nothing began: the name is the call's.
  if (begun.size && !begun.has('') && [...calls].some(([name, count]) => count === 1 && !begun.has(name))) return false
  return calls.size <= FEW || [...calls.values()].some((count) => count > 1)
}

// So many servers with a single call each are still believed.
const FEW = 3

function follow(
  logged: { one: Logged; line: number }[],
  named: boolean,
  dropped: ReturnType<typeof counter>
): { connections: Connection[]; problems: { line: number; reason: string }[] } {
  const connections: Connection[] = []
  const problems: { line: number; reason: string }[] = []
  const threads = new Map<string, Thread>()
  const threadOf = (name: string): Thread => {
    const known = threads.get(name)
    const thread = known ?? { current: null, open: [], openThere: [], clients: new Set() }
    threads.set(name, thread)
    return thread
  }
  const currentOf = (thread: Thread): Connection => thread.current ?? begin(thread)
  function begin(thread: Thread): Connection {
    const made: Connection = { server: null, instructions: '', tools: new Map(), exchanges: [] }
    connections.push(made)
    Object.assign(thread, { current: made, open: [], openThere: [] })
    return made
  }

  function request(thread: Thread, id: string, { message, at, place: { side } }: Logged, line: number): void {
    const { method = '', params } = message
    if (CLIENTS.has(method)) thread.clients.add(side)
    // A method that both sides may call, such as `ping`, is the server's where its side has sent no client's request.
    const other = !CLIENTS.has(method) && thread.clients.size > 0 && !thread.clients.has(side)
    if (SERVERS.has(method) || other) {
      thread.openThere.push({ id, side })
      dropped.add(`${method} requests of the server`)
      return
    }
    const { _meta, ...own } = isObject(params) ? params : {}
    const same = JSON.stringify([method, own])
    // A proxy logs the same message when it comes in and when it goes out.
    if (thread.open.some((one) => one.id === id && one.same === same)) {
      dropped.add('repeated messages')
      return
    }
    const { current } = thread
    if (method === 'initialize' && (!current || current.exchanges.length || current.server !== null)) begin(thread)
    const call = method === 'tools/call' ? callIn(own) : null
    if (method !== 'tools/call' && method !== 'tools/list' && method !== 'initialize') dropped.add(`${method} requests`)
    if (method === 'tools/call' && !call) problems.push({ line, reason: 'This call has no name of a tool.' })
    const exchange: Called | null = call
      ? { action: call, observation: '', at, line, name: call.name, answered: false }
      : null
    if (exchange) currentOf(thread).exchanges.push(exchange)
    const others = thread.open.filter((one) => one.id === id)
    for (const other of others) if (other.exchange) other.exchange.shared = true
    if (exchange && others.length) exchange.shared = true
    thread.open.push({ id, method, same, side, exchange })
  }

  function answer(name: string, id: string, { message: { result, error }, place: { side } }: Logged): void {
    let thread = threadOf(name)
    const there = thread.openThere.find((one) => one.id === id)
    const here = thread.open.find((one) => one.id === id)
    // An answer comes from the side that was asked.
    const isTheirs = there && (isClients(result) || !here || (here.side === side && there.side !== side))
    if (isTheirs) {
      thread.openThere = thread.openThere.filter((one) => one !== there)
      return
    }
    let asked = here
    const unnamed = threads.get('')
    if (!asked && unnamed?.current && thread.current === null) {
      // A session has its name only from the first answer on.
      asked = unnamed.open.find((one) => one.id === id && one.method === 'initialize')
      if (asked) {
        threads.set(name, unnamed)
        threads.delete('')
        thread = unnamed
      }
    }
    if (!asked) {
      dropped.add('answers without a request')
      return
    }
    thread.open = thread.open.filter((one) => one !== asked)
    const current = currentOf(thread)
    if (asked.exchange?.shared) dropped.add('answers that two open calls could have')
    else if (asked.exchange) {
      const { exchange } = asked
      exchange.observation = error === undefined ? resultText(result, dropped.add) : errorText(error)
      exchange.result = error === undefined ? resultOf(result, exchange.observation) : answered({ error }).known
      exchange.answered = true
    } else if (asked.method === 'initialize' && isObject(result)) {
      const { name: server } = isObject(result.serverInfo) ? result.serverInfo : {}
      current.server = typeof server === 'string' ? server : null
      current.instructions = typeof result.instructions === 'string' ? result.instructions : ''
    } else if (asked.method === 'tools/list' && isObject(result) && Array.isArray(result.tools)) {
      for (const given of result.tools) {
        const tool = Tool.safeParse(given)
        if (tool.success) current.tools.set(tool.data.name, tool.data)
        else dropped.add('tools that are not declared as MCP has it')
      }
    }
  }

  for (const { one, line } of logged) {
    const { message } = one
    const name = named ? one.place.connection : ''
    const id = message.id === undefined || message.id === null ? null : JSON.stringify(message.id)
    if (typeof message.method === 'string') {
      if (id === null) dropped.add(`${message.method} notifications`)
      else request(threadOf(name), id, one, line)
    } else if (id !== null) answer(name, id, one)
    else dropped.add('messages without a method or an id')
  }
  return { connections, problems }
}

// Requests that clients send to servers.
const CLIENTS = new Set([
  ...['initialize', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'resources/templates/list'],
  ...[
    'resources/subscribe',
    'resources/unsubscribe',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel'
  ]
])
// Requests that servers send to clients.
const SERVERS = new Set(['sampling/createMessage', 'elicitation/create', 'roots/list'])

/** Whether it is a client's answer to a server: a sampled message, roots, or what a person entered. */
const isClients = (result: unknown): boolean =>
  isObject(result) && ('role' in result || 'roots' in result || 'action' in result)

function callIn({
  name,
  arguments: given
}: Record<string, unknown>): { name: string; arguments: Record<string, Action> } | null {
  if (typeof name !== 'string' || !name) return null
  // It came from JSON.
  return { name, arguments: (isObject(given) ? given : {}) as Record<string, Action> }
}
