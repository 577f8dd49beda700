// What a log of MCP messages says happened: which tools there were, which were called, and what they answered.

import type { Action } from '../../model.ts'
import { Tool } from '../../model.ts'
import { isObject } from '../../text/json.ts'
import type { counter, Exchange } from '../recorded.ts'
import type { Logged, Message } from './messages.ts'
import { errorText, resultText } from './result.ts'

/** One connection of a client to a server. */
export interface Connection {
  server: string | null
  instructions: string
  tools: Map<string, Tool>
  exchanges: (Exchange & { line: number; name: string; answered: boolean })[]
}

interface Asked {
  method: string
  same: string
  exchange: Connection['exchanges'][number] | null
}

/** Reads messages in the order of the log. `connections` and `problems` grow. */
export function createTraffic(dropped: ReturnType<typeof counter>) {
  const connections: Connection[] = []
  const problems: { line: number; reason: string }[] = []
  let open = new Map<string, Asked>()
  // What the server asks the client has ids of its own, which may be the same ones.
  let openThere = new Set<string>()
  const current = () => connections.at(-1) ?? begin()
  function begin(): Connection {
    const made: Connection = { server: null, instructions: '', tools: new Map(), exchanges: [] }
    connections.push(made)
    open = new Map()
    openThere = new Set()
    return made
  }

  function request(
    id: string,
    method: string,
    params: unknown,
    { line, at }: { line: number; at: number | undefined }
  ) {
    if (SERVERS.has(method)) {
      openThere.add(id)
      dropped.add(`${method} requests of the server`)
      return
    }
    const { _meta, ...own } = isObject(params) ? params : {}
    const same = JSON.stringify([method, own])
    // A proxy logs the same message when it comes in and when it goes out.
    if (open.get(id)?.same === same) {
      dropped.add('repeated messages')
      return
    }
    if (method === 'initialize' && (connections.length === 0 || current().exchanges.length || current().server)) begin()
    const call = method === 'tools/call' ? callIn(own) : null
    if (method !== 'tools/call' && method !== 'tools/list' && method !== 'initialize') dropped.add(`${method} requests`)
    if (method === 'tools/call' && !call) problems.push({ line, reason: 'This call has no name of a tool.' })
    const exchange = call ? { action: call, observation: '', at, line, name: call.name, answered: false } : null
    if (exchange) current().exchanges.push(exchange)
    open.set(id, { method, same, exchange })
  }

  function answer(id: string, { result, error }: Message): void {
    if (openThere.has(id) && (isClients(result) || !open.has(id))) {
      openThere.delete(id)
      return
    }
    const asked = open.get(id)
    if (!asked) {
      dropped.add('answers without a request')
      return
    }
    open.delete(id)
    if (asked.exchange) {
      asked.exchange.observation = error === undefined ? resultText(result, dropped.add) : errorText(error)
      asked.exchange.answered = true
    } else if (asked.method === 'initialize' && isObject(result)) {
      const { name } = isObject(result.serverInfo) ? result.serverInfo : {}
      current().server = typeof name === 'string' ? name : null
      current().instructions = typeof result.instructions === 'string' ? result.instructions : ''
    } else if (asked.method === 'tools/list' && isObject(result) && Array.isArray(result.tools)) {
      for (const given of result.tools) {
        const tool = Tool.safeParse(given)
        if (tool.success) current().tools.set(tool.data.name, tool.data)
        else dropped.add('tools that are not declared as MCP has it')
      }
    }
  }

  return {
    connections,
    problems,
    take({ message, at }: Logged, line: number): void {
      const id = message.id === undefined || message.id === null ? null : JSON.stringify(message.id)
      if (typeof message.method === 'string') {
        if (id === null) dropped.add(`${message.method} notifications`)
        else request(id, message.method, message.params, { line, at })
      } else if (id !== null) answer(id, message)
      else dropped.add('messages without a method or an id')
    }
  }
}

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
