// Reads JSON lines of any make, and arrays of such rows: JSON pointers (RFC 6901) say where each line has its action, its observation and its session.

import { z } from 'zod'
import type { Domain } from '../../domains/domain.ts'
import { findDomain } from '../../domains/index.ts'
import { TOLD_BY_ACTIONS } from '../../domains/usual.ts'
import { OrreryError } from '../../errors.ts'
import { sentenceOf } from '../../text/issues.ts'
import { isShallow, parsePythonJson } from '../../text/json.ts'
import type { Finding, Importer, Input } from '../importing.ts'
import { layoutOf } from './first-row.ts'
import { linesOf, readLine } from './lines.ts'
import { programOf } from './programs.ts'
import { baseName, counter, type RecordedExchange, recordedTree, timeOf, toolsOf } from './recorded.ts'
import { lookOf, refusalOf } from './unknown.ts'
import { readDocument, wholeText } from './whole.ts'

const Pointer = z.string().regex(/^(?:\/.*)?$/s, 'a JSON pointer is empty or begins with "/", such as /turn/action')

const Options = z.strictObject({
  action: Pointer.default('/action').describe('Pointer to the action.'),
  tool: Pointer.default('').describe(
    "Pointer to the name of the tool that is called; the action then is the call's arguments."
  ),
  observation: Pointer.default('/observation').describe('Pointer to the observation that followed.'),
  session: Pointer.default('').describe('Pointer to the trajectory id; empty: one trajectory per file.'),
  state: Pointer.default('').describe('Pointer to the initial state; the value of the first line is used.'),
  task: Pointer.default('').describe('Pointer to what the agent was asked; the value of the first line is used.'),
  time: Pointer.default('').describe('Pointer to the time: ISO 8601, or Unix seconds or milliseconds.'),
  domain: z.string().default('').describe('Kind of world; by default the first one that accepts the actions.')
})

interface Group {
  name: string
  domain: Domain
  initialState: string
  task: string
  exchanges: RecordedExchange[]
  called: Set<string>
}

export const jsonl: Importer<typeof Options> = {
  name: 'jsonl',
  title: 'JSON lines with a mapping',
  options: Options,

  recognise({ head }) {
    const layout = layoutOf(head)
    const [row] = layout?.rows ?? []
    const fits = layout?.kind !== 'object' && row && 'action' in row && 'observation' in row
    if (fits && layout?.kind === 'array') return { format: 'JSON array with action and observation', sure: 'likely' }
    return fits ? { format: 'JSON lines with action and observation', sure: 'likely' } : null
  },

  async *read(file, reading, options): AsyncGenerator<Finding> {
    const wanted = options.domain ? findDomain(options.domain) : null
    const groups = new Map<string, Group>()
    const dropped = counter()
    const used = [
      options.action,
      options.tool,
      options.observation,
      options.session,
      options.state,
      options.task,
      options.time
    ]
    const mapped = used.filter(Boolean).map(parts)
    let [read, failed] = [0, 0]
    for await (const row of rowsIn(file)) {
      const problem = 'reason' in row ? row.reason : take(row.value)
      if (problem === null) read++
      else {
        failed++
        const reason = row.line === null && row.number ? `Row ${row.number}: ${problem}` : problem
        yield { type: 'problem', line: row.line, reason }
      }
    }
    if (!read && !failed) yield { type: 'problem', line: null, reason: 'There is no row in the file.' }
    if (!read && failed) {
      const program = programOf(file)
      const look = program ? refusalOf(file.name, program) : lookOf(file)
      const where = `action at "${options.action}" and observation at "${options.observation}"`
      throw new OrreryError(
        'invalid-input',
        `No line of "${file.name}" has an ${where}. Set the options action and observation, such as --option action=/turn/action.${look && ` ${look}`}`
      )
    }
    for (const { name, domain, initialState, task, exchanges, called } of groups.values()) {
      yield { type: 'understood', what: `${domain.id} actions`, count: exchanges.length }
      const tools = domain.tools ? toolsOf([], called) : []
      const title = name || baseName(file.name)
      const recording = {
        format: 'jsonl',
        domain: domain.id,
        title,
        task,
        initialState,
        tools,
        identity: name,
        exchanges
      }
      yield { type: 'tree', tree: await recordedTree(recording, reading) }
    }
    yield* dropped.findings()

    /** Why the line is no step, or `null`. */
    function take(row: unknown): string | null {
      if (!isShallow(row)) return 'The line is nested more than 100 levels deep.'
      const given = at(row, options.action)
      const tool = options.tool ? at(row, options.tool) : undefined
      if (options.tool && typeof tool !== 'string')
        return `There is nothing at "${options.tool}", where the tool's name should be.`
      const action = tool === undefined ? given : { name: tool, arguments: argumentsIn(given) }
      const observation = at(row, options.observation)
      if (given === undefined && !options.tool)
        return `There is nothing at "${options.action}", where the action should be.`
      if (observation === undefined)
        return `There is nothing at "${options.observation}", where the observation should be.`
      const name = textOf(options.session ? at(row, options.session) : '')
      const known = groups.get(name)
      const tried = (known ? [known.domain] : wanted ? [wanted] : TOLD_BY_ACTIONS).map(
        (domain) => [domain, domain.action.safeParse(asJson(domain, action))] as const
      )
      const fit = tried.find(([, { success }]) => success)
      const [domain, valid] = fit ?? tried[0] ?? []
      if (!domain || !valid?.success) {
        const why =
          domain && valid?.error
            ? sentenceOf(valid.error, { value: asJson(domain, action), schema: domain.action })
            : ''
        return `This is no ${domain?.id ?? ''} action: ${why}`
      }
      const initialState = textOf(options.state ? at(row, options.state) : '')
      const task = textOf(options.task ? at(row, options.task) : '')
      const group = known ?? { name, domain, initialState, task, exchanges: [], called: new Set() }
      groups.set(name, group)
      const { name: called } = Object(valid.data)
      if (domain.tools && typeof called === 'string') group.called.add(called)
      group.exchanges.push({
        action: valid.data,
        observation: textOf(observation),
        at: time(at(row, options.time || '/-'))
      })
      for (const key of beside(row, mapped)) dropped.add(`the field "${key.slice(0, 80)}"`)
      return null
    }
  }
}

/** An action that was written as JSON in a text, where the domain's actions are no texts. */
function asJson(domain: Domain, action: unknown): unknown {
  if (typeof action !== 'string' || domain.action.safeParse(action).success) return action
  try {
    return domain.read(action)
  } catch {
    return action
  }
}

/** The rows of the file, and the number of each where it is no line. */
async function* rowsIn(
  file: Input
): AsyncGenerator<{ line: number | null; number?: number } & ({ value: unknown } | { reason: string })> {
  if (!file.head.trimStart().startsWith('[')) {
    for await (const line of linesOf(file.text())) {
      const row = readLine(line, z.unknown())
      yield 'skipped' in row ? row.skipped : { line: line.number, value: row.value }
    }
    return
  }
  const document = readDocument(await wholeText(file))
  if ('reason' in document) yield document
  // It begins as a list.
  else for (const [index, value] of [document.value].flat().entries()) yield { line: null, number: index + 1, value }
}

/** Arguments of a call: as they are, or as JSON in a text. */
function argumentsIn(given: unknown): unknown {
  if (given === undefined || given === null || given === '') return {}
  if (typeof given !== 'string') return given
  try {
    return parsePythonJson(given)
  } catch {
    return given
  }
}

/** The fields of a row that no pointer goes to or through, by their path. */
function beside(row: unknown, mapped: string[][], path: string[] = []): string[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return []
  return Object.entries(row).flatMap(([key, value]) => {
    const here = [...path, key]
    const through = mapped.filter((pointer) => here.every((part, index) => pointer[index] === part))
    if (!through.length) return [here.join('/')]
    return through.some((pointer) => pointer.length === here.length) ? [] : beside(value, through, here)
  })
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
