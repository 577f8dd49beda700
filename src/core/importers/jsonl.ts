// Reads JSON lines of any make: JSON pointers (RFC 6901) say where each line has its action, its observation and its session.
import { z } from 'zod'
import { domains, findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import type { Finding, Importer } from '../importing.ts'
import type { Domain } from '../plugins.ts'
import { isShallow } from '../text/json.ts'
import { lines, linesOf, readLine } from './lines.ts'
import { baseName, counter, type Exchange, recordedTree, timeOf, toolsOf } from './recorded.ts'

const Pointer = z.string().regex(/^(?:\/.*)?$/s, 'a JSON pointer is empty or begins with "/", such as /turn/action')

const Options = z.strictObject({
  action: Pointer.default('/action').describe('Pointer to the action.'),
  observation: Pointer.default('/observation').describe('Pointer to the observation that followed.'),
  session: Pointer.default('').describe('Pointer to the trajectory id; empty: one trajectory per file.'),
  state: Pointer.default('').describe('Pointer to the initial state; the value of the first line is used.'),
  time: Pointer.default('').describe('Pointer to the time: ISO 8601, or Unix seconds or milliseconds.'),
  domain: z.string().default('').describe('Kind of world; by default the first one that accepts the actions.')
})

interface Group {
  name: string
  domain: Domain
  initialState: string
  exchanges: Exchange[]
  called: Set<string>
}

export const jsonl: Importer<typeof Options> = {
  name: 'jsonl',
  title: 'JSON lines with a mapping',
  options: Options,

  recognise({ head }) {
    const [first] = lines(head)
    const row = first && !first.cut ? readLine(first, z.record(z.string(), z.unknown())) : null
    const fits = row && 'value' in row && 'action' in row.value && 'observation' in row.value
    return fits ? { format: 'JSON lines with action and observation', sure: 'likely' } : null
  },

  async *read(file, reading, options): AsyncGenerator<Finding> {
    const wanted = options.domain ? findDomain(options.domain) : null
    const groups = new Map<string, Group>()
    const dropped = counter()
    const used = [options.action, options.observation, options.session, options.state, options.time]
    const mapped = new Set(used.filter(Boolean).map((pointer) => parts(pointer)[0]))
    let [read, failed] = [0, 0]
    for await (const line of linesOf(file.text())) {
      const row = readLine(line, z.unknown())
      const reason = 'skipped' in row ? row.skipped.reason : take(row.value)
      if (reason === null) read++
      else {
        failed++
        yield { type: 'problem', line: line.number, reason }
      }
    }
    if (!read && failed) {
      const where = `action at "${options.action}" and observation at "${options.observation}"`
      throw new OrreryError(
        'invalid-input',
        `No line of "${file.name}" has an ${where}. Set the options action and observation, such as --option action=/turn/action.`
      )
    }
    for (const { name, domain, initialState, exchanges, called } of groups.values()) {
      yield { type: 'understood', what: `${domain.id} actions`, count: exchanges.length }
      const tools = domain.tools ? toolsOf([], called) : []
      const title = name || baseName(file.name)
      const recording = { format: 'jsonl', domain: domain.id, title, initialState, tools, identity: name, exchanges }
      yield { type: 'tree', tree: await recordedTree(recording, reading) }
    }
    yield* dropped.findings()

    /** Why the line is no step, or `null`. */
    function take(row: unknown): string | null {
      if (!isShallow(row)) return 'The line is nested more than 100 levels deep.'
      const action = at(row, options.action)
      const observation = at(row, options.observation)
      if (action === undefined) return `There is nothing at "${options.action}", where the action should be.`
      if (observation === undefined)
        return `There is nothing at "${options.observation}", where the observation should be.`
      const name = textOf(options.session ? at(row, options.session) : '')
      const known = groups.get(name)
      const tried = (known ? [known.domain] : wanted ? [wanted] : TRIED).map(
        (domain) => [domain, domain.action.safeParse(asJson(domain, action))] as const
      )
      const fit = tried.find(([, { success }]) => success)
      const [domain, valid] = fit ?? tried[0] ?? []
      if (!domain || !valid?.success) {
        return `This is no ${domain?.id ?? ''} action: ${valid?.error ? z.prettifyError(valid.error).replaceAll('\n', ' ') : ''}`
      }
      const initialState = textOf(options.state ? at(row, options.state) : '')
      const group = known ?? { name, domain, initialState, exchanges: [], called: new Set() }
      groups.set(name, group)
      const { name: tool } = Object(valid.data)
      if (domain.tools && typeof tool === 'string') group.called.add(tool)
      group.exchanges.push({
        action: valid.data,
        observation: textOf(observation),
        at: time(at(row, options.time || '/-'))
      })
      for (const key of Object.keys(Object(row))) if (!mapped.has(key)) dropped.add(`the field "${key.slice(0, 80)}"`)
      return null
    }
  }
}

// From those that are told by their actions to the one that takes any line of text.
const TRIED = ['terminal', 'mcp', 'android', 'web', 'textenv'].flatMap((id) => domains.filter((one) => one.id === id))

/** An action that was written as JSON in a text, where the domain's actions are no texts. */
function asJson(domain: Domain, action: unknown): unknown {
  if (typeof action !== 'string' || domain.action.safeParse(action).success) return action
  try {
    return domain.read(action)
  } catch {
    return action
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

function time(value: unknown): number | undefined {
  if (typeof value === 'string') return timeOf(value)
  // Milliseconds have been above this since 1973; seconds will be in the year 5138.
  return typeof value === 'number' && value > 0 ? Math.round(value < 1e11 ? value * 1000 : value) : undefined
}

const parts = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** What the pointer names; `undefined` when there is nothing. */
function at(value: unknown, pointer: string): unknown {
  let found = value
  for (const part of parts(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = new Map(Object.entries(found)).get(part)
  }
  return found
}
