// The calls in the answers that StableToolBench writes: as a tree of messages, or as the nodes of an agent's search.
import { isObject } from '../../../text/json.ts'

export interface ToolBenchCall {
  name: string
  /** An object, or JSON as a text. */
  arguments: unknown
  response: string
}

type Node = Record<string, unknown>

const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** What was asked, and the functions that the agent was given. */
export function runIn(run: Node): { id: string; query: string; tools: unknown[] } {
  const tools = [run.available_tools, run.function].find(Array.isArray) ?? []
  return { id: text(run.query_id ?? ''), query: typeof run.query === 'string' ? run.query.trim() : '', tools }
}

/** The calls of each way from the beginning to an end, in their order; ways without a call are left out. */
export function pathsIn(run: Node): ToolBenchCall[][] {
  const answer = isObject(run.answer) ? nodes(run.answer.answer_details) : []
  const searched = isObject(run.tree) && isObject(run.tree.tree) ? [run.tree.tree] : []
  const tried = nodes(run.trys).map(({ chain }) => nodes(chain))
  const found = [
    ...tried.map(callsIn),
    ...ways(answer, 'next').map(callsIn),
    ...ways(searched, 'children').map(callsIn)
  ]
  return found.filter((calls) => calls.length > 0)
}

// More ways than an agent's search has.
const MOST = 10_000

/** Every way through the tree, as its nodes. */
function ways(from: Node[], below: string): Node[][] {
  const found: Node[][] = []
  const open: Node[][] = from.map((node) => [node]).reverse()
  for (let way = open.pop(); way && found.length < MOST; way = open.pop()) {
    const children = nodes(way.at(-1)?.[below])
    if (!children.length) found.push(way)
    for (const child of children.reverse()) open.push([...way, child])
  }
  return found
}

function callsIn(way: Node[]): ToolBenchCall[] {
  const calls: ToolBenchCall[] = []
  let name = ''
  for (const { node_type, description, observation, role, message } of way) {
    if (role === 'tool' && isObject(message)) {
      calls.push({ name: text(message.name), arguments: message.arguments, response: text(message.response) })
    } else if (node_type === 'Action') name = text(description)
    else if (node_type === 'Action Input' && name) {
      calls.push({ name, arguments: description, response: text(observation) })
      name = ''
    }
  }
  return calls
}
