// Verbs that name a state or a holder: close, reopen, archive, cancel, assign.
import { change } from './changes.ts'
import { alike, spoken } from './names.ts'
import { fieldNamed } from './query.ts'
import type { Fields, RecordKind } from './record.ts'
import { timeAt } from './time.ts'
import { fieldsOf, knownOf, type RecordOutcome, type RecordTurn, valuesIn } from './turn.ts'
import { outcomesOf } from './verbs.ts'

/** `close_ticket`, `archive_page`: the field that holds the state gets the verb's participle. */
export const setStatus = (turn: RecordTurn): RecordOutcome =>
  change(
    turn,
    (kind, record) => {
      const { plan, given } = turn
      const { [plan.id ?? '']: _, ...rest } = given
      const outcomes = outcomesOf(plan.word)
      const fields = fieldsOf(turn, kind)
      const made: Fields = {}
      for (const [name, value] of Object.entries(rest)) {
        const field = fieldNamed(name, fields, kind.name)
        if (field === null)
          return { rule: 'unknown-argument', why: `No field of the ${spoken(kind.name)} is meant by "${name}".` }
        made[field] = value
      }
      const stamp = Object.keys(record).find((name) => outcomes.some((one) => alike(name, `${one}_at`)))
      if (stamp) made[stamp] = timeAt(turn.book.start, turn.number, sampleOf(kind, stamp))
      const opened =
        plan.word === 'reopen'
          ? Object.keys(record).find((name) => /^(?:closed|resolved|completed)_?at$/i.test(name))
          : undefined
      if (opened) made[opened] = null
      const flag = Object.keys(record).find(
        (name) => typeof record[name] === 'boolean' && outcomes.some((one) => alike(name.replace(/^is_?/i, ''), one))
      )
      if (flag) return { ...made, [flag]: true }
      const off = Object.keys(record).find((name) => typeof record[name] === 'boolean' && OFF[plan.word]?.test(name))
      if (off) return { ...made, [off]: false }
      const field = ['status', 'state', 'stage'].find((one) => fields.has(one))
      if (!field)
        return {
          rule: 'unknown-field',
          why: `No field of the ${spoken(kind.name)} tells whether it is ${outcomes[0]}.`
        }
      const listed = knownOf(turn).values.get(field) ?? []
      const seen = valuesIn(turn, kind, field)
      const value = outcomes.flatMap(
        (one) => seen.find((other) => typeof other === 'string' && alike(other, one)) ?? []
      )[0]
      if (value === undefined && listed.length) {
        return {
          rule: 'unknown-field',
          why: `No state of the ${spoken(kind.name)} is called ${outcomes.join(' or ')}.`
        }
      }
      if (plan.word === 'cancel' && DONE.test(String(record[field])))
        return { rule: 'final-state', why: `Whether what is ${String(record[field])} can be cancelled, no rule knows.` }
      return { ...made, [field]: value ?? (plan.word === 'reopen' ? 'open' : (outcomes[0] ?? plan.word)) }
    },
    past(turn)
  )

const DONE =
  /^(?:succeeded|completed?|done|finished|paid|captured|settled|shipped|delivered|refunded|failed|expired|closed)$/i

const OFF: Record<string, RegExp> = {
  deactivate: /^(?:is_?)?(?:active|enabled)$/i,
  unarchive: /^(?:is_?)?archived$/i,
  reopen: /^(?:is_?)?(?:closed|done|completed|resolved)$/i,
  unpublish: /^(?:is_?)?published$/i
}

/** `Closed` */
function past({ plan: { word } }: RecordTurn): string {
  const said = word.endsWith('e') ? `${word}d` : word === 'cancel' ? 'cancelled' : `${word}ed`
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function sampleOf(kind: RecordKind, field: string): string | number | null {
  const like = [...kind.records.values()]
    .map((one) => one[field])
    .find((one) => typeof one === 'string' || typeof one === 'number')
  return typeof like === 'string' || typeof like === 'number' ? like : null
}

const HOLDERS = [
  'assignee',
  'assigned_to',
  'assignee_id',
  'assigned_to_id',
  'owner',
  'owner_id',
  'agent',
  'agent_id',
  'assigned_agent',
  'assigned_agent_id'
]

export const assign = (turn: RecordTurn): RecordOutcome =>
  change(
    turn,
    (kind) => {
      const { plan, given } = turn
      const fields = fieldsOf(turn, kind)
      const { [plan.id ?? '']: _, ...rest } = given
      const holder = HOLDERS.find((one) => [...fields].some((field) => alike(field, one)))
      const field = holder && fieldNamed(holder, fields, kind.name)
      const [[name, value] = ['', null], ...more] = Object.entries(rest)
      if (!field || more.length)
        return { rule: 'unknown-argument', why: `What ${plan.tool.name} changes, no rule knows.` }
      if (plan.word === 'unassign') return { [field]: null }
      return { [fieldNamed(name, fields, kind.name) ?? field]: value }
    },
    'Assigned'
  )
