// Calls that make and remove records.
import { effectOf } from './changes.ts'
import { defaultOf } from './defaults.ts'
import { nextId } from './ids.ts'
import { alike, mentions, plural, spoken, wordsOf } from './names.ts'
import { fieldNamed } from './query.ts'
import { type Fields, find, type RecordKind } from './record.ts'
import {
  answered,
  called,
  dangling,
  failed,
  fieldsOf,
  kindOf,
  knownOf,
  missing,
  named,
  type RecordOutcome,
  type RecordTurn,
  toModel
} from './turn.ts'

export function create(turn: RecordTurn): RecordOutcome {
  const { plan, given, kinds } = turn
  const kind = kindOf(turn, plan.kind)
  const { parent, tool } = plan
  if (!kind.complete && turn.book.prose.some((one) => mentions(one, kind.name))) {
    return toModel(
      'unread-records',
      `The initial state speaks of ${plural(spoken(kind.name))} that are not told one by one.`
    )
  }
  const all = fieldsOf(turn, kind)
  const args: Fields = {}
  for (const [name, value] of Object.entries(given)) {
    if (name !== parent?.arg) args[fieldNamed(name, all, kind.name) ?? name] = value
  }
  if (parent) {
    const owner = kinds.get(parent.kind)
    const id = given[parent.arg] ?? null
    const found = owner && find(owner, id)
    if (owner?.complete && !found) return missing(turn, parent.kind, id)
    if (!owner) return toModel('unread-records', `Nothing yet tells of any ${spoken(parent.kind)}.`)
    const field =
      fieldNamed(`${parent.kind}_id`, all, kind.name) ?? fieldNamed(parent.kind, all, kind.name) ?? `${parent.kind}_id`
    args[field] = found?.[owner.idField] ?? id
    if (found && Array.isArray(found[`${kind.name}s`])) {
      return toModel(
        'nested',
        `The ${spoken(kind.name)}s stand inside of the ${spoken(parent.kind)}, in a form that only they show.`
      )
    }
  }
  const lost = dangling(turn, given)
  if (lost) return missing(turn, lost.kind, lost.id)
  const { example, idType } = knownOf(turn)
  const id = args[kind.idField] ?? nextId(kind, { example, type: idType })
  if (id === null) return toModel('unknown-field', `The ids of ${spoken(kind.name)} records follow no pattern.`)
  if (find(kind, id))
    return failed(turn, 'taken-id', `The id is taken.`, `Error: ${called(kind, { [kind.idField]: id })} already exists`)
  const record: Fields = { [kind.idField]: id }
  for (const field of [...all, ...Object.keys(args)]) {
    if (Object.hasOwn(record, field)) continue
    const own = args[field]
    const made = own === undefined ? defaultOf(turn, kind, field) : { value: own }
    if (made === null)
      return toModel('unknown-field', `A new ${spoken(kind.name)} has "${field}", which no rule gives.`)
    if (made.value !== undefined) record[field] = made.value
  }
  const message = `Created ${called(kind, record)}.`
  const why = `${tool.name} adds one ${spoken(kind.name)} with the next id.`
  return answered(turn, 'create', why, { record, message }, [effectOf(kind, record, id)])
}

/** Whether a field holds ids of this kind: it is called so, or like nothing else that there is (`manager_id`). */
function mayRefer(field: string, kind: RecordKind, { idField }: RecordKind, kinds: RecordTurn['kinds']): boolean {
  if (field === idField) return false
  if (alike(field, `${kind.name}_id`)) return true
  const words = wordsOf(field)
  return words.length > 1 && words.at(-1) === 'id' && !kinds.has(words.slice(0, -1).join('_'))
}

export function remove(turn: RecordTurn): RecordOutcome {
  const { plan, given, kinds } = turn
  const { kind, record } = named(turn)
  const { [plan.id ?? '']: id = null, ...more } = given
  const [other] = Object.keys(more)
  if (other) return toModel('unknown-argument', `What "${other}" changes about a deletion, no rule knows.`)
  if (!record) {
    return kind.complete
      ? missing(turn, kind.name, id)
      : toModel('unread-records', `Nothing yet tells of the ${spoken(kind.name)} ${String(id)}.`)
  }
  const own = record[kind.idField] ?? id
  for (const one of kinds.values()) {
    const refers = [...one.records.values()].find((inner) =>
      Object.entries(inner).some(
        ([name, value]) => value !== null && String(value) === String(own) && mayRefer(name, kind, one, kinds)
      )
    )
    if (refers && refers !== record) {
      return toModel(
        'referenced',
        `The ${called(one, refers)} belongs to it; whether that forbids the deletion or goes with it, no rule knows.`
      )
    }
  }
  const message = `Deleted ${called(kind, record)}.`
  const plain = plan.tool.outputSchema === undefined && turn.example === undefined
  const told = plain ? { [kind.idField]: own, deleted: true } : record
  return answered(turn, 'delete', `${plan.tool.name} removes the ${spoken(kind.name)}.`, { record: told, message }, [
    effectOf(kind, null, own)
  ])
}
