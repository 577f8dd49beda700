// Declared worlds as tests write them, and what is done in them.
import { parse } from 'yaml'
import { declaredProgram } from '../../../../../src/core/grounds/programs/declared/program.ts'
import { readDeclared } from '../../../../../src/core/grounds/programs/declared/read.ts'
import type { ProgramEvent, ProgramStep, WorldProgram } from '../../../../../src/core/grounds/programs/program.ts'
import type { Json } from '../../../../../src/core/tree/ports.ts'

export const ISSUES = `
version: 1
clock: 2026-03-02T09:00:00Z
caller: lin
tables:
  members:
    columns: { login: text key, name: text required }
    rows: [{ login: lin, name: Lin }, { login: ada, name: Ada }]
  issues:
    columns:
      number: id
      title: { type: text, required: true, min: 3 }
      state: [open, closed]
      assignee: { references: members, onDelete: clear }
      labels: list
      created_at: created
      updated_at: updated
    verbs: [list, get, create, update, delete]
    rows:
      - { number: 41, title: CSV export drops the last row, assignee: ada, labels: [bug] }
      - { number: 42, title: Last line missing, state: closed }
  comments:
    columns: { id: { type: id, prefix: C- }, issue: { references: issues, required: true, onDelete: cascade }, text: text required }
    verbs: [list, create]
`

export const BANK = `
version: 1
tables:
  accounts:
    columns: { id: id, owner: text required unique, balance: { type: money, min: 0, default: 0 } }
    verbs: [list, get]
    rows: [{ owner: Ada, balance: 100.1 }, { owner: Tomas, balance: 20.2 }, { owner: Lin, balance: 0.3 }]
  transfers:
    columns: { id: { type: id, prefix: TR- }, source: { references: accounts }, target: { references: accounts }, amount: money, at: created }
    verbs: [list, get]
verbs:
  transfer:
    about: Moves money from one account to another.
    input:
      source: { references: accounts, required: true }
      target: { references: accounts, required: true }
      amount: { type: money, required: true, min: 0.01 }
    let: { payer: 'accounts[source]' }
    require:
      - { that: source != target, else: The two accounts are the same., status: 422 }
      - { that: payer.balance >= amount, else: 'Account {{source}} has only {{money(payer.balance)}}.' }
    do:
      - { update: accounts, where: it.id == source, set: { balance: it.balance - amount } }
      - { update: accounts, where: it.id == target, set: { balance: it.balance + amount } }
      - { create: transfers, set: { source: source, target: target, amount: amount }, as: made }
    answer: { id: made.id, balance: 'accounts[source].balance', total: 'sum(accounts, it.balance)' }
    say: 'Sent {{money(amount)}} to {{accounts[target].owner}}.'
text:
  look: |
    Accounts:
    {{for account in accounts}}
    {{account.id}}. {{account.owner}}: {{money(account.balance)}}
    {{end}}
    {{if count(transfers) == 0}}
    Nothing was sent yet.
    {{else}}
    Sent so far: {{money(sum(transfers, it.amount))}}
    {{end}}
  commands:
    'pay {amount} from {source} to {target}': transfer
    'show {id}': get_account
  unknown: What?
goals:
  - { when: 'accounts[3].balance >= 10', reward: 1 }
`

/** @throws Error that lists what is wrong */
export function programOf(yaml: string): WorldProgram {
  const { world, faults } = readDeclared(parse(yaml))
  if (!world) throw new Error(faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  return declaredProgram(world)
}

/** A world at work: each call is one step, and what it changed stays. */
export function at(program: WorldProgram, seed = 'seed') {
  let state = program.init(seed)
  const step = (event: ProgramEvent): ProgramStep | undefined => {
    const done = program.step(state, event)
    state = done?.state ?? state
    return done
  }
  return {
    step,
    state: () => state,
    /** The answer, or the refusal's words. */
    call(tool: string, args: Record<string, Json> = {}): Json | undefined {
      const done = step({ door: 'tools', tool, arguments: args })
      return done?.error === undefined ? done?.answer : `Error: ${done.error}`
    },
    say(text: string): Json | undefined {
      const done = step({ door: 'text', text })
      return done?.error === undefined ? done?.answer : `Error: ${done.error}`
    },
    send(request: string, body: Json = null): Json | undefined {
      const [method = '', url = ''] = request.split(' ')
      const [path = '', query = ''] = url.split('?')
      const event = { door: 'http' as const, method, path, query: Object.fromEntries(new URLSearchParams(query)) }
      return step({ ...event, headers: {}, body })?.answer
    }
  }
}
