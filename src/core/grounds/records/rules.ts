// The table of rules: who answers a call on records, and when. Steps name these.

import type { Rule } from '../rule.ts'

export const RULES: readonly Rule[] = [
  { name: 'get', by: 'ground', why: 'a record that the store holds is read.' },
  { name: 'list', by: 'ground', why: 'all records of a kind are known: filters, order and page are applied.' },
  { name: 'search', by: 'ground', why: 'all records of a kind are known: those that hold every word are found.' },
  { name: 'count', by: 'ground', why: 'all records of a kind are known: those that fit are counted.' },
  {
    name: 'create',
    by: 'ground',
    why: 'every field of the new record is given by the call, the schemas or the other records.'
  },
  { name: 'update', by: 'ground', why: 'the named fields of a known record are changed, and no others.' },
  { name: 'status', by: 'ground', why: 'the verb is a state that records of the kind have.' },
  { name: 'assign', by: 'ground', why: 'the field of whoever holds the record is changed.' },
  { name: 'delete', by: 'ground', why: 'a known record to which no other belongs is removed.' },
  { name: 'missing-record', by: 'ground', why: 'all records of the kind are known, and this is none of them.' },
  { name: 'taken-id', by: 'ground', why: 'a record of that id exists.' },
  { name: 'instruction', by: 'model', why: 'an instruction says how the world is to behave.' },
  { name: 'unclear-verb', by: 'model', why: 'the name has no verb for reading or changing records.' },
  { name: 'unclear-kind', by: 'model', why: 'the name does not say which kind of record, or which of them.' },
  {
    name: 'side-effect',
    by: 'model',
    why: 'the description says that more happens than records being read and changed.'
  },
  { name: 'stated-rule', by: 'model', why: 'the initial state or the description tells a rule in words.' },
  { name: 'bulk', by: 'model', why: 'a change names no single record.' },
  {
    name: 'unread-records',
    by: 'model',
    why: 'the initial state does not show the records; what the model says of them is kept.'
  },
  { name: 'unknown-argument', by: 'model', why: 'no field of the records is meant by an argument.' },
  { name: 'unknown-field', by: 'model', why: 'a field of the new state is given by no rule.' },
  { name: 'query-syntax', by: 'model', why: 'the query is more than words.' },
  { name: 'order', by: 'model', why: 'the order asked for is that of no field.' },
  { name: 'form', by: 'model', why: 'the answer has a part that no rule gives.' },
  { name: 'joined', by: 'model', why: 'the answer has records of other kinds that nothing tells of.' },
  { name: 'nested', by: 'model', why: 'the record stands inside of another.' },
  {
    name: 'soft-deleted',
    by: 'model',
    why: 'records are marked as deleted and still there: whether they are seen, nothing says.'
  },
  { name: 'final-state', by: 'model', why: 'what is done is to be cancelled: whether it can be, nothing says.' },
  { name: 'referenced', by: 'model', why: 'other records belong to the one that is deleted.' }
]
