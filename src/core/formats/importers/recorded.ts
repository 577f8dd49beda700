// What was recorded elsewhere as a session with one branch, for formats that hold one trajectory.

import type { z } from 'zod'
import { contentId, makeStep } from '../../tree/history.ts'
import { type Action, type Call, Setup, type Step, type Tool } from '../../tree/model.ts'
import { capped, type StepResult } from '../../tree/result.ts'
import type { UserUse } from '../../tree/user.ts'
import type { Finding, ImportOptions, SessionTree } from '../importing.ts'

/** One exchange between an agent and its environment. The action is one of the domain. */
export interface RecordedExchange {
  action: Action
  observation: string
  /** What the record says of it beside the text. */
  result?: StepResult | undefined
  /** Unix milliseconds. */
  at?: number | undefined
}

export interface RecordedSession {
  /** The importer's name. */
  format: string
  domain: string
  title: string
  notes?: string
  /** What the agent was asked. */
  task?: string | undefined
  initialState?: string
  tools?: Tool[]
  /** Whom the agent talked to. */
  user?: z.input<typeof UserUse>
  /** What tells two recordings with the same turns apart, such as their own ids. */
  identity?: string
  exchanges: RecordedExchange[]
}

/** The recording as a tree. All its ids come from what was recorded, so that reading it twice gives the same tree. */
export async function recordedTree(
  recording: RecordedSession,
  { title, now }: Pick<ImportOptions, 'title' | 'now'>
): Promise<SessionTree> {
  const { format, domain, exchanges, initialState = '', tools = [], notes = '', task = '', user } = recording
  const setup = Setup.parse({ domain, initialState, tools, ...(task && { task }), ...(user && { user }) })
  const steps: Step[] = []
  for (const { action, observation } of exchanges) {
    steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text: observation }))
  }
  const tip = steps.at(-1)?.id ?? null
  const said = [tip, initialState, recording.identity ?? '', ...(task ? [task] : [])]
  const session = await contentId([format, domain, ...said])
  const branch = await contentId([session, 'main'])
  const calls: Call[] = []
  for (const [index, step] of steps.entries()) {
    const { result, at = now } = exchanges[index] ?? {}
    calls.push({
      ...{ id: await contentId([session, step.id]), step: step.id, session, branch, setup },
      ...{ engine: 'import', model: { name: format, hash: null }, seed: 0, template: 'auto', instruction: '' },
      ...{ firings: [], raw: step.observation.text, thinking: '', warnings: [], trace: null },
      tokens: { prompt: 0, cached: 0, generated: 0 },
      ms: { first: 0, total: 0 },
      createdAt: at,
      ...(result && { result: capped(result) })
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

/** A title of a task: its first line that has words, without tags, labels and marks; `''` for none. */
export function titleOf(task: string): string {
  for (const line of task.split('\n', 200)) {
    const words = line
      .replace(/<\/?[a-z][^<>]{0,80}>/gi, '')
      .replace(/^[\s#>*_`-]+/, '')
      .trim()
    if (/[\p{L}\p{N}]/u.test(words)) return words.slice(0, 60).trimEnd()
  }
  return ''
}

/** Whether a field says anything: what is empty is not missed. */
export function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
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

/** The fields that say something and are not known, as words of a list of what is dropped: `the field "x" of steps`. */
export function strangers(given: object, known: ReadonlySet<string>, of = ''): string[] {
  const named = Object.entries(given).filter(([key, value]) => !known.has(key) && isSaid(value))
  return named.map(([key]) => `the field "${key.slice(0, 80)}"${of && ` of ${of}`}`)
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
