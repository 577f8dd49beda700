// Chats to worlds: of rows that repeat one another's beginning, the longest is the world.
import { z } from 'zod'
import { present } from '../../../text/present.ts'
import { contentId } from '../../../tree/history.ts'
import type { Action } from '../../../tree/model.ts'
import type { Finding, ImportOptions } from '../../importing.ts'
import type { Chat } from './chat.ts'
import { type ChatSteps, NO_ACTION, readChat, sessionOf } from './index.ts'

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
  { name, reading, options }: { name: string; reading: ImportOptions; options: z.output<typeof Options> }
): AsyncGenerator<Finding> {
  const all: { line: number | null; told: ChatSteps | string; said: string; last: string }[] = []
  // The last row of each branch that Orrery wrote.
  const rows = new Map<string, ChatSteps>()
  // What another row goes on from.
  const inner = new Set<string>()
  for await (const found of chats) {
    if ('type' in found) {
      yield found
      continue
    }
    const { line, chat } = found
    const { own } = chat
    const branch = JSON.stringify([own?.session, own?.branch])
    const told = await readChat(chat, options, own ? rows.get(branch) : undefined)
    const beginnings = own ? [] : await beginningsOf(chat)
    for (const each of beginnings.slice(0, -1)) inner.add(each)
    const said = beginnings.at(-1) ?? ''
    if (typeof told === 'string') {
      // Where another row goes on from this one, nothing is missing.
      if (told === NO_ACTION && chat.messages.at(-1)?.role === 'assistant') all.push({ line, told, said, last: said })
      else yield { type: 'problem', line, reason: told }
      continue
    }
    // Rows of one branch of Orrery's are told apart by their steps: each has its own closing words.
    const key = (id: string) => `${own?.session} ${told.domain.id} ${id}`
    if (own) {
      rows.set(branch, told)
      for (const { id } of told.steps.slice(0, -1)) inner.add(key(id))
    }
    all.push({ line, told, said, last: own ? key(present(told.steps.at(-1)).id) : said })
    yield* told.dropped.findings()
  }
  const made = new Set<string>()
  for (const { line, told, said, last } of all) {
    if (inner.has(last)) {
      yield { type: 'understood', what: 'rows that are the beginning of another' }
      continue
    }
    if (typeof told === 'string') {
      yield { type: 'problem', line, reason: told }
      continue
    }
    const tree = await sessionOf(told, { name, said }, reading)
    if (made.has(tree.session.id)) {
      yield { type: 'understood', what: 'rows that say the same as another' }
      continue
    }
    made.add(tree.session.id)
    yield { type: 'understood', what: 'conversations' }
    yield { type: 'tree', tree }
  }
}

/**
 * An id for every beginning of the conversation, the whole last. A row is the beginning of another only where all of its messages are: with
 * the same calls, who asked for something else had another dialogue.
 */
async function beginningsOf({ messages, tools }: Chat): Promise<string[]> {
  const ids: string[] = []
  // All of it came from JSON.
  let at = await contentId(tools as Action)
  for (const { role, content, calls, answers } of messages) {
    at = await contentId([at, role, content, calls as Action, answers])
    ids.push(at)
  }
  return ids
}
