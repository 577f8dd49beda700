// Chats to worlds: of rows that repeat one another's beginning, the longest is the world.
import { z } from 'zod'
import type { Finding, Reading } from '../../importing.ts'
import { present } from '../../present.ts'
import { type Chat, readChat, sessionOf, type Told } from './index.ts'

export const Options = z.strictObject({
  view: z
    .enum(['auto', 'agent', 'world'])
    .default('auto')
    .describe(
      'Who acts: the assistant, or the user with a world model as the assistant. Inferred from the text of the turns.'
    ),
  domain: z.string().default('auto').describe('The kind of world. Inferred from the actions.')
})

export async function* worldsOf(
  chats: AsyncIterable<Finding | { line: number | null; chat: Chat }>,
  { name, reading, options }: { name: string; reading: Reading; options: z.output<typeof Options> }
): AsyncGenerator<Finding> {
  const all: Told[] = []
  // The last row of each branch that Orrery wrote.
  const rows = new Map<string, Told>()
  // Steps that another one follows, by domain.
  const inner = new Set<string>()
  const key = (told: Told, id: string) => `${told.domain.id} ${id}`
  for await (const found of chats) {
    if ('type' in found) {
      yield found
      continue
    }
    const { own } = found.chat
    const branch = JSON.stringify([own?.session, own?.branch])
    const told = await readChat(found.chat, options, own ? rows.get(branch) : undefined)
    if (typeof told === 'string') {
      yield { type: 'problem', line: found.line, reason: told }
      continue
    }
    all.push(told)
    if (own) rows.set(branch, told)
    for (const { id } of told.steps.slice(0, -1)) inner.add(key(told, id))
    for (const [what, count] of told.dropped) yield { type: 'dropped', what, count }
  }
  const made = new Set<string>()
  for (const told of all) {
    const last = key(told, present(told.steps.at(-1)).id)
    if (inner.has(last)) {
      yield { type: 'understood', what: 'rows that are the beginning of another' }
      continue
    }
    const tree = await sessionOf(told, name, reading)
    if (made.has(tree.session.id)) {
      yield { type: 'understood', what: 'rows that say the same as another' }
      continue
    }
    made.add(tree.session.id)
    yield { type: 'understood', what: 'conversations' }
    yield { type: 'tree', tree }
  }
}
