// A verb for a tool, from its calls: it counts, lists, gets, makes, changes or removes rows. What no rule explains is left to the model.
import { wrapping } from './around.ts'
import { type Fields, onlyReads } from './called.ts'
import { changing } from './changing.ts'
import { counting } from './counting.ts'
import type { Entity } from './entities.ts'
import {
  columnsIn,
  inputs,
  keyArgument,
  type Learning,
  rowShown,
  type Showing,
  showing,
  takes,
  type VerbWay
} from './learning.ts'
import { listing } from './listing.ts'
import { making } from './making.ts'
import { missedIn, missingOnly } from './missing.ts'

/** @param asked what is done where its answer is asked for. `null`: nothing is known by which it could be computed */
export function verbOf(learning: Learning, entities: readonly Entity[], asked: Fields | undefined): VerbWay | null {
  const shown = verbShown(learning, entities)
  if (shown) return shown
  return asked && !onlyReads(learning.name) ? { verb: asked } : missingOnly(learning, entities)
}

function verbShown(learning: Learning, entities: readonly Entity[]): VerbWay | null {
  const done = learning.calls.filter(({ refused }) => !refused)
  const shown = showing(done)
  const reads = onlyReads(learning.name)
  const [first] = shown
  if (reads) {
    const counted = counting(learning, done, entities)
    if (counted) return { verb: counted }
    if (!first || first.shown.entity.grows) return null
    return first.shown.single ? getting(learning, shown) : listing(learning, shown)
  }
  const changed = changing(learning, done)
  if (changed) return changed
  return first?.shown.single ? making(learning, shown) : null
}

function getting(learning: Learning, calls: Showing[]): VerbWay | null {
  const [first] = calls
  if (!first) return null
  const { entity } = first.shown
  const key = keyArgument(learning, calls, entity)
  if (key === null) return null
  const names = takes(learning).filter((name) => name !== key)
  const verb: Fields = { get: entity.name, ...(key !== entity.key && { key }), show: columnsIn(calls) }
  if (names.length) verb.input = inputs(names)
  if (first.shown.path.length) {
    const answer = wrapping(calls, { names: [...names, key], rows: 'row', row: rowShown, key })
    if (answer === undefined) return null
    verb.answer = answer
  }
  return { verb, ...missedIn(learning, entity, key) }
}
