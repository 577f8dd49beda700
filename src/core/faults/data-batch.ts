// Calls that do the same to several things, and answers that say it of some of them only.

import { commandsIn } from '../domains/shell/commands.ts'
import { isObject, parseJson } from '../text/json.ts'
import type { Action } from '../tree/model.ts'
import type { Framed } from './data-frame.ts'
import { identityOf, itemsIn } from './data-items.ts'
import { partsOf, sourceOf, spliced, textOf, walk, withMember } from './data-json.ts'
import { argumentsOf, commandOf } from './data-past.ts'

export interface ActionBatch {
  /** What each thing is called. */
  labels: string[]
  /** The program that does it; `null` for a tool. */
  program: string | null
}

export interface Half extends ActionBatch {
  failed: string[]
  reason: string
  isSilent: boolean
}

// What these programs say of a file that they fail on (GNU coreutils), and how many of their operands are no such file.
const PROGRAMS: Record<string, { says(file: string): string; first?: number; last?: number }> = {
  rm: { says: (file) => `cannot remove '${file}'` },
  rmdir: { says: (file) => `failed to remove '${file}'` },
  mkdir: { says: (file) => `cannot create directory '${file}'` },
  touch: { says: (file) => `cannot touch '${file}'` },
  chmod: { says: (file) => `changing permissions of '${file}'`, first: 1 },
  chown: { says: (file) => `changing ownership of '${file}'`, first: 1 },
  cp: { says: (file) => `cannot open '${file}' for reading`, last: 1 },
  mv: { says: (file) => `cannot move '${file}'`, last: 1 }
}

/** The batch that the action asks for; `null` where it asks for one thing. */
export function batchOf(action: Action): ActionBatch | null {
  const typed = commandOf(action)
  if (typed !== null) {
    const [command, ...more] = commandsIn(typed)
    const known = command && Object.hasOwn(PROGRAMS, command.name) ? PROGRAMS[command.name] : undefined
    if (!command || !known || more.length) return null
    const operands = command.args.filter((arg) => !arg.startsWith('-'))
    const labels = operands.slice(known.first ?? 0, operands.length - (known.last ?? 0))
    return labels.length > 1 ? { labels, program: command.name } : null
  }
  for (const value of Object.values(argumentsOf(action))) {
    const labels = Array.isArray(value) ? value.map(labelOf) : isObject(value) ? Object.keys(value) : []
    if (labels.length > 1) return { labels, program: null }
  }
  return null
}

function labelOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const identity = identityOf({ form: 'json' }, JSON.stringify(value))
  return identity.startsWith('"') ? textOf(identity) : identity
}

/** A shell's answer with what the program says of the files that it failed on. Without a word there is nothing to see. */
export function inCommand(text: string, { kind, body, wrap }: Framed, half: Half): string | null {
  const { program, failed, reason, isSilent } = half
  const known = program === null ? undefined : PROGRAMS[program]
  if (isSilent || !known) return null
  const lines = failed.map((file) => `${program}: ${known.says(file)}: ${reason}`).join('\n')
  const at = text.lastIndexOf(NO_ERRORS)
  if (kind === 'shell' && at >= 0) {
    return `${text.slice(0, at)}\nStderr: ${lines}${text.slice(at + NO_ERRORS.length).replace('Exit Code: 0', 'Exit Code: 1')}`
  }
  return wrap(body ? `${body}\n${lines}` : lines)
}

const NO_ERRORS = '\nStderr: (empty)'

/** A tool's answer that says it of some only; `null` where it has no place for that. */
export function inResult(body: string, half: Half): string | null {
  const { labels, failed, reason, isSilent } = half
  const isOut = new Set(failed)
  const root = partsOf(body)
  const found = itemsIn(body)
  if (root && found?.form === 'json') {
    const isFailed = (item: string, index: number) => {
      const named = isOut.has(labelOf(parseJson(item)))
      return named || (found.items.length === labels.length && isOut.has(labels[index] ?? ''))
    }
    const written = found.items.flatMap((item, index) => {
      if (!isFailed(item, index)) return [item]
      return isSilent ? [] : [failedItem(item, reason)]
    })
    if (written.length !== found.items.length || written.some((item, index) => item !== found.items[index])) {
      return found.write(written, written.length)
    }
  }
  if (root) {
    const counted = withCount(body, labels.length, labels.length - failed.length)
    const again = partsOf(counted)
    if (isSilent || again?.kind !== 'object') return counted
    const value = JSON.stringify(failed.map((item) => ({ item, error: reason })))
    return withMember(counted, again, { key: 'failed', value })
  }
  const done = labels.filter((label) => !isOut.has(label))
  if (!isSilent) {
    const errors = failed.map((label) => `Failed: ${label}: ${reason}`)
    return [`${done.length} of ${labels.length} done: ${done.join(', ')}.`, ...errors].join('\n')
  }
  return withoutNames(body, failed).replace(/\d{1,9}/, (number) =>
    Number(number) === labels.length ? String(done.length) : number
  )
}

function failedItem(item: string, reason: string): string {
  const root = partsOf(item)
  const error = JSON.stringify(reason)
  if (root?.kind !== 'object') return `{"item": ${item}, "error": ${error}}`
  const identity = identityOf({ form: 'json' }, item)
  const own = root.entries.find(({ part }) => sourceOf(item, part) === identity)
  return own ? `{${item.slice(own.start, own.part.end)}, "error": ${error}}` : `{"error": ${error}}`
}

/** JSON in which numbers that count all of them count some. */
function withCount(body: string, all: number, done: number): string {
  const root = partsOf(body)
  if (!root) return body
  const counts = [...walk(root)].filter(({ part, key }) => {
    return part.kind === 'number' && sourceOf(body, part) === String(all) && !/id$/i.test(key ?? '')
  })
  return spliced(
    body,
    counts.map(({ part }) => ({ ...part, text: String(done) }))
  )
}

/** The names taken out of a list in a sentence, with the comma before or after them. */
function withoutNames(text: string, names: readonly string[]): string {
  return names.slice(0, MOST_NAMES).reduce((made, name) => {
    for (const written of [`, ${name}`, `${name}, `, `, '${name}'`, `'${name}', `]) {
      if (made.includes(written)) return made.replace(written, '')
    }
    return made
  }, text)
}

// Each is looked for in all of the text.
const MOST_NAMES = 100
