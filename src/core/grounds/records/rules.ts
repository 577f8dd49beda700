// The table of rules: who answers a call on records, and when. Steps name these.

export interface Rule {
  rule: string
  by: 'ground' | 'model'
  says: string
}

export const RULES: readonly Rule[] = [
  { rule: 'get', by: 'ground', says: 'a record that the store holds is read' },
  { rule: 'list', by: 'ground', says: 'all records of a kind are known: filters, order and page are applied' },
  { rule: 'search', by: 'ground', says: 'all records of a kind are known: those that hold every word are found' },
  { rule: 'count', by: 'ground', says: 'all records of a kind are known: those that fit are counted' },
  {
    rule: 'create',
    by: 'ground',
    says: 'every field of the new record is given by the call, the schemas or the other records'
  },
  { rule: 'update', by: 'ground', says: 'the named fields of a known record are changed, and no others' },
  { rule: 'status', by: 'ground', says: 'the verb is a state that records of the kind have' },
  { rule: 'assign', by: 'ground', says: 'the field of whoever holds the record is changed' },
  { rule: 'delete', by: 'ground', says: 'a known record to which no other belongs is removed' },
  { rule: 'missing-record', by: 'ground', says: 'all records of the kind are known, and this is none of them' },
  { rule: 'taken-id', by: 'ground', says: 'a record of that id exists' },
  { rule: 'instruction', by: 'model', says: 'an instruction says how the world is to behave' },
  { rule: 'unclear-verb', by: 'model', says: 'the name has no verb for reading or changing records' },
  { rule: 'unclear-kind', by: 'model', says: 'the name does not say which kind of record, or which of them' },
  {
    rule: 'side-effect',
    by: 'model',
    says: 'the description says that more happens than records being read and changed'
  },
  { rule: 'stated-rule', by: 'model', says: 'the initial state or the description tells a rule in words' },
  { rule: 'bulk', by: 'model', says: 'a change names no single record' },
  {
    rule: 'unread-records',
    by: 'model',
    says: 'the initial state does not show the records; what the model says of them is kept'
  },
  { rule: 'unknown-argument', by: 'model', says: 'no field of the records is meant by an argument' },
  { rule: 'unknown-field', by: 'model', says: 'a field of the new state is given by no rule' },
  { rule: 'query-syntax', by: 'model', says: 'the query is more than words' },
  { rule: 'order', by: 'model', says: 'the order asked for is that of no field' },
  { rule: 'form', by: 'model', says: 'the answer has a part that no rule gives' },
  { rule: 'joined', by: 'model', says: 'the answer has records of other kinds that nothing tells of' },
  { rule: 'nested', by: 'model', says: 'the record stands inside of another' },
  {
    rule: 'soft-deleted',
    by: 'model',
    says: 'records are marked as deleted and still there: whether they are seen, nothing says'
  },
  { rule: 'final-state', by: 'model', says: 'what is done is to be cancelled: whether it can be, nothing says' },
  { rule: 'referenced', by: 'model', says: 'other records belong to the one that is deleted' }
]
