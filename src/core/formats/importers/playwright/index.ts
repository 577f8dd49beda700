// Reads Playwright traces: each action that the web domain has becomes a step, and the page after it, as HTML, its observation.

import { z } from 'zod'
import { findDomain } from '../../../domains/index.ts'
import { GENERAL } from '../../../domains/usual.ts'
import type { Finding, Importer } from '../../importing.ts'
import { linesOf, readLine } from '../lines.ts'
import { baseName, counter, type RecordedExchange, recordedTree } from '../recorded.ts'
import { actionOf } from './calls.ts'
import { createFrame } from './pages.ts'

// Formats of trace.trace known here: 3 (Playwright 1.12, 2021) to 10 (1.65).
const VERSIONS = [3, 10] as const

const Options = z.strictObject({})

const Event = z.looseObject({ type: z.string() })
const Start = z.looseObject({
  version: z.number().nullish(),
  wallTime: z.number().nullish(),
  monotonicTime: z.number().nullish(),
  title: z.string().nullish()
})
const Before = z.looseObject({
  callId: z.string(),
  startTime: z.number().nullish(),
  class: z.string().nullish(),
  method: z.string().nullish(),
  params: z.record(z.string(), z.unknown()).nullish(),
  pageId: z.string().nullish()
})
const After = z.looseObject({
  callId: z.string(),
  error: z
    .looseObject({ message: z.string().nullish(), error: z.looseObject({ message: z.string() }).nullish() })
    .nullish()
})
const Snapshot = z.looseObject({
  snapshot: z.looseObject({
    callId: z.string().nullish(),
    phase: z.string().nullish(),
    // Until 1.5x: `after@call@8`.
    snapshotName: z.string().nullish(),
    frameId: z.string(),
    frameUrl: z.string().nullish(),
    html: z.unknown(),
    isMainFrame: z.boolean().nullish()
  })
})

/** A call that is a step. `page`: what was seen after it. */
type Acted = RecordedExchange & { page: string | null; error: string }

export const playwright: Importer<typeof Options> = {
  name: 'playwright',
  title: 'Playwright trace',
  options: Options,

  recognise({ head }) {
    const first = head.slice(0, 4000)
    if (/^\s*\{[^\n]*"type":\s*"context-options"/.test(first)) {
      const version = /"playwrightVersion":"([\w.-]{1,30})"/.exec(first)?.[1]
      return { format: version ? `Playwright trace, version ${version}` : 'Playwright trace', sure: 'certain' }
    }
    if (/^\s*\{"type":"resource-snapshot","snapshot":\{/.test(first))
      return { format: 'Playwright network log', sure: 'certain' }
    if (/^\s*\{"files":\[[^\n]*"stacks":\[/.test(first)) return { format: 'Playwright call stacks', sure: 'certain' }
    return null
  },

  async *read(file, reading): AsyncGenerator<Finding> {
    const part = playwright.recognise(file)?.format ?? ''
    if (/network log|call stacks/.test(part)) {
      yield { type: 'dropped', what: part }
      return
    }
    const dropped = counter()
    const domain = findDomain(GENERAL.pages)
    const frames = new Map<string, ReturnType<typeof createFrame>>()
    const acted: Acted[] = []
    const byCall = new Map<string, Acted>()
    // Steps whose page is not told yet: the next snapshot before another call shows it.
    let waiting: Acted[] = []
    let [offset, initialState, title]: [number | null, string, string] = [null, '', '']
    // A page is made into text only where a step shows it.
    let last: (() => string) | null = null

    for await (const line of linesOf(file.text())) {
      const problem = (reason: string): Finding => ({ type: 'problem', line: line.number, reason })
      const event = readLine(line, Event)
      if ('skipped' in event) {
        yield problem(event.skipped.reason)
        continue
      }
      const { value } = event
      switch (value.type) {
        case 'context-options': {
          const start = Start.safeParse(value).data ?? {}
          const version = start.version ?? VERSIONS[1]
          if (version < VERSIONS[0] || version > VERSIONS[1]) {
            yield problem(
              `The trace's format is version ${version}; known are ${VERSIONS.join(' to ')}. It is read as far as it is alike.`
            )
          }
          title ||= start.title ?? ''
          if (typeof start.wallTime === 'number') offset = start.wallTime - (start.monotonicTime ?? 0)
          break
        }
        case 'before': {
          const before = Before.safeParse(value).data
          if (!before) {
            yield problem('This call has no id.')
            break
          }
          const [of, method] = [before.class ?? '', before.method ?? '']
          const action = actionOf(of, method, before.params ?? {})
          const valid = action === null ? null : domain.action.safeParse(action)
          if (!valid?.success) {
            dropped.add(`${of}.${method}`.slice(0, 80))
            break
          }
          const at =
            offset === null || typeof before.startTime !== 'number' ? undefined : Math.round(offset + before.startTime)
          const made = { action: valid.data, observation: '', at, page: null, error: '' }
          acted.push(made)
          byCall.set(before.callId, made)
          break
        }
        case 'after': {
          const after = After.safeParse(value).data
          const made = byCall.get(after?.callId ?? '')
          if (!made || !after) break
          made.error = after.error?.message ?? after.error?.error?.message ?? ''
          waiting.push(made)
          break
        }
        case 'frame-snapshot': {
          const read = Snapshot.safeParse(value).data?.snapshot
          if (!read) {
            yield problem('This snapshot has no frame.')
            break
          }
          const frame = frames.get(read.frameId) ?? createFrame()
          frames.set(read.frameId, frame)
          const page = frame.add(read.html)
          if (read.isMainFrame === false) {
            dropped.add('snapshots of inner frames')
            break
          }
          const phase = read.phase ?? read.snapshotName?.split('@')[0]
          if (phase !== 'before' && phase !== 'after') break
          const seen = once(() => `URL: ${read.frameUrl ?? ''}\n\n${page()}`)
          last = seen
          const own = byCall.get(read.callId ?? read.snapshotName?.replace(/^\w+@/, '') ?? '')
          if (phase === 'after' && own) own.page = seen()
          if (phase === 'before') {
            for (const one of waiting) one.page ??= seen()
            waiting = []
            // What was there before the first action.
            if (own === acted[0] && read.frameUrl !== 'about:blank') initialState ||= seen()
          }
          break
        }
        case 'resource-snapshot':
        case 'screencast-frame':
        case 'console':
        case 'event':
        case 'stdout':
        case 'stderr':
          dropped.add(`${value.type} records`)
          break
        // How Playwright carried out a call.
        case 'log':
        case 'input':
          break
        default:
          dropped.add(`${value.type.slice(0, 40)} records`)
      }
    }
    if (!acted.length) {
      yield { type: 'problem', line: null, reason: 'The trace holds no action that a web world has.' }
    } else {
      yield { type: 'understood', what: 'browser actions', count: acted.length }
      if (!last) yield { type: 'dropped', what: 'pages (the trace was recorded without snapshots)' }
      const exchanges = acted.map(({ action, at, page, error }) => {
        const observation = [error && `Error: ${error}`, page ?? last?.()].filter(Boolean).join('\n\n')
        return { action, at, observation }
      })
      const recording = {
        format: 'playwright',
        domain: GENERAL.pages,
        title: title || baseName(file.name),
        initialState,
        exchanges
      }
      yield { type: 'tree', tree: await recordedTree(recording, reading) }
    }
    yield* dropped.findings()
  }
}

function once(make: () => string): () => string {
  let made: string | null = null
  return () => {
    made ??= make()
    return made
  }
}
