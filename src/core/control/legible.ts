// What can be read of a scenario's file that is not in order: the file without the parts that do not fit, so that everything else that is
// wrong is found at once.

import { isObject } from '../text/json.ts'
import { ScenarioFile } from '../tree/scenario.ts'

export interface Legible {
  file: ScenarioFile
  /** Where a value of `file` stands in what was read: items of lists have moved up. */
  pathOf(path: readonly PropertyKey[]): PropertyKey[]
}

// Each round takes away all that does not fit; what held it may then lack something.
const MOST_ROUNDS = 12

/** `null` where not even the kind of world can be read. */
export function legible(value: unknown): Legible | null {
  // Only JSON comes here.
  const rest: unknown = structuredClone(value)
  const moved = new Map<unknown[], number[]>()
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const read = ScenarioFile.safeParse(rest)
    if (read.success) return { file: read.data, pathOf: (path) => whereIn(rest, moved, path) }
    const wrong = read.error.issues.flatMap(({ code, path, ...issue }) =>
      code === 'unrecognized_keys' && 'keys' in issue ? issue.keys.map((key) => [...path, key]) : [path]
    )
    const targets = wrong.map((path) => targetOf(rest, path))
    if (targets.some((path) => !path.length)) return null
    const outer = targets.filter((path, index) => !targets.some((other, at) => holdsPath(other, path, at < index)))
    // Items at the end first, so that the places of those before them stay.
    for (const path of outer.toSorted(later)) drop(rest, path, moved)
  }
  return null
}

/** What has to go: the value at the path, or what lacks it. */
function targetOf(whole: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  const last = path.at(-1)
  if (last === undefined || (path.length === 1 && Object.hasOwn(NAMES, last))) return path
  const holder = at(whole, path.slice(0, -1))
  return Object.hasOwn(Object(holder), last) ? path : targetOf(whole, path.slice(0, -1))
}

/** Whether dropping `other` also drops `path`: it is a part around `path`, or the same path and `first` in the list. */
function holdsPath(other: readonly PropertyKey[], path: readonly PropertyKey[], first: boolean): boolean {
  if (other.length > path.length || (other.length === path.length && !first)) return false
  return other.every((part, index) => part === path[index])
}

function later(a: readonly PropertyKey[], b: readonly PropertyKey[]): number {
  const index = a.findIndex((part, at) => part !== b[at])
  return typeof a[index] === 'number' ? Number(b[index]) - Number(a[index]) : 0
}

// What says nothing of the world itself.
const NAMES: Record<string, string> = { name: 'unnamed', title: 'Unnamed', description: '' }

function drop(whole: unknown, path: readonly PropertyKey[], moved: Map<unknown[], number[]>): void {
  const last = path.at(-1) ?? ''
  const holder = at(whole, path.slice(0, -1))
  if (Array.isArray(holder)) {
    const places = moved.get(holder) ?? holder.map((_, index) => index)
    holder.splice(Number(last), 1)
    places.splice(Number(last), 1)
    moved.set(holder, places)
  } else if (isObject(holder)) {
    const name = path.length === 1 ? NAMES[String(last)] : undefined
    if (name === undefined) Reflect.deleteProperty(holder, last)
    else holder[String(last)] = name
  }
}

function whereIn(whole: unknown, moved: Map<unknown[], number[]>, path: readonly PropertyKey[]): PropertyKey[] {
  let value: unknown = whole
  return path.map((part) => {
    const places = Array.isArray(value) ? moved.get(value) : undefined
    value = at(value, [part])
    return places?.[Number(part)] ?? part
  })
}

const at = (whole: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    whole
  )
