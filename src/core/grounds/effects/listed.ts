// The changes that a larger model lists for an answer of its own, under a schema: what they may be, and which of them can be taken in.

import { z } from 'zod'
import { parseJson } from '../../text/json.ts'
import { StateChange } from '../../tree/ground.ts'
import type { Json } from '../../tree/ports.ts'

// A command that changes more than this is told of in its text; what is beyond would crowd the state with guesses.
const MOST = 16
const MOST_CHARACTERS = 20_000
const MOST_PATH = 400
const PACKAGE = /^(?:@[\w.-]+\/)?[A-Za-z0-9][\w.+-]*$/
const VERSION = /^\w[\w.+:~-]*$/

const LISTED = new Set(['write', 'append', 'remove', 'mkdir', 'cwd', 'env', 'install', 'exit'])
const Answer = z.object({ effects: z.array(z.unknown()) })

const text = { type: 'string' }
const one = (name: string, properties: Record<string, Json>): Json => ({
  type: 'object',
  properties: { do: { const: name }, ...properties },
  required: ['do', ...Object.keys(properties)],
  additionalProperties: false
})

/** The answer to `QUESTION` as a JSON schema. */
export const LISTED_SCHEMA: Json = {
  type: 'object',
  properties: {
    effects: {
      type: 'array',
      maxItems: MOST,
      items: {
        anyOf: [
          one('write', { path: text, content: text }),
          one('append', { path: text, content: text }),
          one('remove', { path: text }),
          one('mkdir', { path: text }),
          one('cwd', { path: text }),
          one('env', { name: text, value: text }),
          one('install', { manager: { enum: ['apt', 'pip', 'npm'] }, name: text, version: text }),
          one('exit', { code: { type: 'integer' } })
        ]
      }
    }
  },
  required: ['effects'],
  additionalProperties: false
}

export const QUESTION =
  'List what the command that you just answered changed on this machine, as JSON: {"effects": [...]}. Each entry is one of write (path, content), append (path, content), remove (path), mkdir (path), cwd (path), env (name, value), install (manager, name, version) and exit (code). Paths are absolute. List only what your output implies; an empty list where nothing changed.'

export interface ListedChanges {
  /** What can be taken in, in order. */
  listed: StateChange[]
  /** What cannot, each with the reason, in a sentence. */
  refused: string[]
}

/**
 * What a model's list comes to. `ruled`: effects that rules found; the list adds nothing to their paths and packages.
 * @param inShell whether the shell itself acted: a program can change neither its folder nor its variables
 */
export function readListed(
  answer: string,
  { ruled, inShell }: { ruled: readonly StateChange[]; inShell: boolean }
): ListedChanges {
  const parsed = Answer.safeParse(jsonIn(answer))
  if (!parsed.success) return { listed: [], refused: ['The list of changes is not the JSON that was asked for.'] }
  const known = new Set(ruled.map(subjectOf))
  const listed: StateChange[] = []
  const refused: string[] = []
  let room = MOST_CHARACTERS
  for (const [at, given] of parsed.data.effects.entries()) {
    if (at === MOST) {
      refused.push(`Only the first ${MOST} of ${parsed.data.effects.length} changes are taken in.`)
      break
    }
    const effect = StateChange.safeParse(given)
    if (!effect.success || !LISTED.has(effect.data.do)) {
      refused.push(`Change ${at + 1} is none that can be taken in.`)
      continue
    }
    const { data } = effect
    const fault = faultOf(data, inShell) ?? ('content' in data && data.content.length > room ? 'is too long' : null)
    if (fault) refused.push(`${data.do} ${subjectOf(data).replace(/^\w+ /, '').slice(0, 80)}: it ${fault}.`)
    else if (!known.has(subjectOf(data))) {
      listed.push(data)
      if ('content' in data) room -= data.content.length
    }
  }
  return { listed, refused }
}

/** What an effect is about: rules win where they are about the same. */
function subjectOf(effect: StateChange): string {
  if ('path' in effect) return `path ${effect.path}`
  return 'name' in effect ? `name ${effect.name}` : `do ${effect.do}`
}

function faultOf(effect: StateChange, inShell: boolean): string | null {
  if ('path' in effect) return pathFault(effect.path) ?? (effect.do === 'cwd' && !inShell ? OUTSIDE : null)
  switch (effect.do) {
    case 'env':
      if (!/^[A-Za-z_]\w*$/.test(effect.name) || /[\0\n\r]/.test(effect.value)) return 'is no variable of a shell'
      return inShell ? null : OUTSIDE
    case 'install':
      if (!PACKAGE.test(effect.name) || effect.name.includes('..')) return 'is no name of a package'
      if (!/^(?:apt|pip|npm)$/.test(effect.manager)) return 'has an unknown package manager'
      return VERSION.test(effect.version) ? null : 'has no version'
    case 'exit':
      return effect.code >= 0 && effect.code <= 255 ? null : 'is no exit code'
    default:
      return null
  }
}

const OUTSIDE = 'belongs to the shell, which a program cannot change'

function pathFault(path: string): string | null {
  const parts = path.split('/')
  if (!path.startsWith('/') || path.length > MOST_PATH || /[\0\n\r\t]/.test(path)) return 'is no absolute path'
  if (path === '/' || parts.slice(1).some((part) => part === '' || part === '.' || part === '..'))
    return 'is no plain path below the root'
  return /^\/(?:proc|sys|dev|run\/dream|usr\/lib\/dream)(?:\/|$)/.test(path) ? 'is not the world’s to change' : null
}

/** The object in an answer: after a thought, or between code fences, too. */
function jsonIn(answer: string): unknown {
  const said = answer.slice(answer.lastIndexOf('</think>') + 1)
  try {
    return parseJson(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
