// What was recorded elsewhere as a session with one branch, for formats that hold one trajectory.

import type { Finding, Reading } from '../importing.ts'
import { type Action, type Call, Setup, type Step, type Tool } from '../model.ts'
import type { Tree } from '../plugins.ts'
import { contentId, makeStep } from '../tree/history.ts'

/** One exchange between an agent and its environment. The action is one of the domain. */
export interface Exchange {
  action: Action
  observation: string
  /** Unix milliseconds. */
  at?: number | undefined
}

export interface Recording {
  /** The importer's name. */
  format: string
  domain: string
  title: string
  notes?: string
  initialState?: string
  tools?: Tool[]
  /** What tells two recordings with the same turns apart, such as their own ids. */
  identity?: string
  exchanges: Exchange[]
}

/** The recording as a tree. All its ids come from what was recorded, so that reading it twice gives the same tree. */
export async function recordedTree(
  recording: Recording,
  { title, now }: Pick<Reading, 'title' | 'now'>
): Promise<Tree> {
  const { format, domain, exchanges, initialState = '', tools = [], notes = '' } = recording
  const setup = Setup.parse({ domain, initialState, tools })
  const steps: Step[] = []
  for (const { action, observation } of exchanges) {
    steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text: observation }))
  }
  const tip = steps.at(-1)?.id ?? null
  const session = await contentId([format, domain, tip, initialState, recording.identity ?? ''])
  const branch = await contentId([session, 'main'])
  const calls: Call[] = []
  for (const [index, step] of steps.entries()) {
    calls.push({
      ...{ id: await contentId([session, step.id]), step: step.id, session, branch, setup },
      ...{ engine: 'import', model: { name: format, hash: null }, seed: 0, template: 'auto', instruction: '' },
      ...{ firings: [], raw: step.observation.text, thinking: '', warnings: [], trace: null },
      tokens: { prompt: 0, cached: 0, generated: 0 },
      ms: { first: 0, total: 0 },
      createdAt: exchanges[index]?.at ?? now
    })
  }
  const [createdAt, updatedAt] = [calls[0]?.createdAt ?? now, calls.at(-1)?.createdAt ?? now]
  return {
    session: { id: session, title: title ?? recording.title, notes, domain, createdAt, updatedAt },
    branches: [{ id: branch, session, title: 'main', tip, fork: null, setup, createdAt }],
    steps,
    calls
  }
}

/** The declared tools, and those that were called without being declared, whose parameters nobody knows. */
export function toolsOf(declared: Tool[], called: Iterable<string>): Tool[] {
  const known = new Set(declared.map(({ name }) => name))
  const others = [...new Set(called)].filter((name) => name && !known.has(name))
  return [...declared, ...others.map((name) => ({ name, inputSchema: { type: 'object' } }))]
}

/** Unix milliseconds of an ISO 8601 time; `undefined` when it is none. */
export function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** The last part of a path, without its extension. */
export function baseName(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/\.[^.]+$/, '') || path
}

/** Counts what is left out. */
export function counter() {
  const counts = new Map<string, number>()
  return {
    add(what: string, count = 1): void {
      if (count) counts.set(what, (counts.get(what) ?? 0) + count)
    },
    *findings(): Generator<Finding> {
      for (const [what, count] of counts) yield { type: 'dropped', what, count }
    }
  }
}
