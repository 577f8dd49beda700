// What a step changed in a state, and the state with those changes. States share what did not change, and nothing in them can be written to.
import { OrreryError } from '../../errors.ts'
import type { Json } from '../../tree/ports.ts'
import type { StateDifference } from '../../tree/program.ts'

/**
 * `after` as plain JSON, with everything that it shares with `before`, and what is different. Fields that are `undefined` are left out.
 * It is given to the sandbox as text and runs there too, so it uses nothing that stands around it.
 * @throws TypeError naming the place, for what is no JSON
 */
export function changesBetween(
  before: Json,
  after: unknown,
  name: string
): { state: Json; changes: StateDifference[] } {
  const DEEPEST = 100
  const MOST_VALUES = 1_000_000
  let values = 0
  type Path = (string | number)[]
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const keysOf = Object.keys
  const has = Object.hasOwn
  const tagOf = Object.prototype.toString

  const refuse = (path: Path, why: string): never => {
    const place = path.reduce<string>(
      (text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`),
      name
    )
    throw new TypeError(`${place.length > 200 ? `${place.slice(0, 200)}…` : place} ${why}`)
  }

  const changes: unknown[] = []

  /** The value as JSON, frozen. */
  function plain(value: unknown, path: Path): unknown {
    if (++values > MOST_VALUES) refuse([], `holds more than ${MOST_VALUES} values`)
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') {
      if (value - value !== 0) refuse(path, `is ${value}, which JSON cannot hold`)
      return value === 0 ? 0 : value
    }
    if (Array.isArray(value)) {
      const made = opened(value, path) as unknown[]
      for (let index = 0; index < made.length; index++) made[index] = inside(made[index], undefined, path, index)
      return Object.freeze(made)
    }
    const made = opened(value, path) as Record<string, unknown>
    for (const key of keysOf(made)) {
      if (made[key] === undefined) delete made[key]
      else made[key] = inside(made[key], undefined, path, key)
    }
    return Object.freeze(made)
  }

  /** A list or an object that can be written to, with the same values in it. */
  function opened(value: unknown, path: Path): object {
    if (typeof value !== 'object' || value === null) return refuse(path, `is a ${typeof value}, which JSON cannot hold`)
    if (path.length >= DEEPEST) return refuse(path, `is nested more than ${DEEPEST} levels deep, or holds itself`)
    if (Array.isArray(value)) return [...value]
    const tag = tagOf.call(value).slice(8, -1)
    if (tag !== 'Object') return refuse(path, `is a ${tag}, which JSON cannot hold`)
    const made = { ...value }
    if (has(made, '__proto__')) refuse([...path, '__proto__'], 'has a name that no field may have')
    return made
  }

  function inside(value: unknown, old: unknown, path: Path, key: string | number): unknown {
    path.push(key)
    const made = old === undefined ? plain(value, path) : merge(value, old, path)
    path.pop()
    return made
  }

  /** The value as JSON, with what it shares with `old`. Takes down what is different. */
  function merge(value: unknown, old: unknown, path: Path): unknown {
    if (value === old) return old
    if (isObject(value) && isObject(old)) return mergeFields(value, old, path)
    if (Array.isArray(value) && Array.isArray(old)) return mergeItems(value, old, path)
    const set = plain(value, path)
    if (set !== old) changes.push({ at: [...path], set })
    return set
  }

  function mergeFields(value: Record<string, unknown>, old: Record<string, unknown>, path: Path): unknown {
    const first = changes.length
    const made = opened(value, path) as Record<string, unknown>
    const former = keysOf(old)
    let at = 0
    // What is new stands at the end; an object in another order is another object.
    let ordered = true
    let fresh = false
    for (const key of keysOf(made)) {
      const inner = made[key]
      if (inner === undefined) {
        delete made[key]
        continue
      }
      while (at < former.length && former[at] !== key && made[former[at] as string] === undefined) dropped(former[at++])
      if (former[at] === key) {
        at++
        ordered &&= !fresh
        if (inner !== old[key]) made[key] = inside(inner, old[key], path, key)
      } else if (has(old, key)) {
        ordered = false
        made[key] = inside(inner, undefined, path, key)
      } else {
        fresh = true
        const set = inside(inner, undefined, path, key)
        made[key] = set
        changes.push({ at: [...path, key], set })
      }
    }
    while (at < former.length) dropped(former[at++])
    if (changes.length === first && ordered) return old
    Object.freeze(made)
    if (!ordered) {
      changes.length = first
      changes.push({ at: [...path], set: made })
    }
    return made

    function dropped(key: string | undefined): void {
      if (!has(made, key as string)) changes.push({ at: [...path, key], drop: true })
      else ordered = false
    }
  }

  function mergeItems(value: unknown[], old: unknown[], path: Path): unknown {
    const first = changes.length
    const made = opened(value, path) as unknown[]
    if (made.length === old.length) {
      for (let index = 0; index < made.length; index++)
        if (made[index] !== old[index] || made[index] === undefined)
          made[index] = inside(made[index], old[index], path, index)
      return changes.length === first ? old : Object.freeze(made)
    }
    const most = Math.min(old.length, made.length)
    let from = 0
    while (from < most && made[from] !== undefined && made[from] === old[from]) from++
    let end = 0
    const later = made.length - old.length
    while (
      end < most - from &&
      made[made.length - 1 - end] === old[old.length - 1 - end] &&
      made[made.length - 1 - end] !== undefined
    )
      end++
    for (let index = from; index < made.length - end; index++) made[index] = inside(made[index], undefined, path, index)
    changes.push({
      at: [...path],
      from,
      drop: made.length - later - end - from,
      insert: made.slice(from, made.length - end)
    })
    return Object.freeze(made)
  }

  const state = merge(after, before, [])
  // `as`: what `plain` lets pass is JSON, and so is what was taken down.
  return { state: state as Json, changes: changes as StateDifference[] }
}

/** @throws OrreryError invalid-input for changes of another state */
export function withChanges(state: Json, changes: readonly StateDifference[]): Json {
  // Objects that were made here may be written to until the end.
  const own = new Set<object>()
  const opened = (value: unknown): Record<string | number, unknown> => {
    if (typeof value !== 'object' || value === null) throw stranger()
    if (own.has(value)) return value as Record<string | number, unknown>
    const copy: object = Array.isArray(value) ? [...value] : { ...value }
    own.add(copy)
    return copy as Record<string | number, unknown>
  }
  const root: { state: unknown } = { state }
  for (const change of changes) {
    let holder: Record<string | number, unknown> = root
    let last: string | number = 'state'
    for (const key of change.at) {
      const inner = opened(Object.hasOwn(holder, last) ? holder[last] : undefined)
      holder[last] = inner
      holder = inner
      last = key
      if (Array.isArray(inner) && !(typeof key === 'number' && key < inner.length)) throw stranger()
    }
    if ('set' in change) holder[last] = frozen(change.set)
    else if ('insert' in change) {
      const list = holder[last]
      if (!Array.isArray(list)) throw stranger()
      holder[last] = [...list.slice(0, change.from), ...frozen(change.insert), ...list.slice(change.from + change.drop)]
    } else delete holder[last]
  }
  for (const one of own) Object.freeze(one)
  // `as`: changes of JSON make JSON.
  return root.state as Json
}

const stranger = () =>
  new OrreryError('invalid-input', 'A kept change of the program’s state does not fit the state before it.')

/** What is frozen already is so throughout. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
