// Reads what script(1) of util-linux and the BSDs writes: everything that a terminal showed. What was typed is what stands behind the prompts.

import { z } from 'zod'
import { GENERAL } from '../../domains/usual.ts'
import type { Importer } from '../importing.ts'
import { linearTree, stem } from './linear.ts'
import { timeOf } from './recorded.ts'
import { recover } from './recover.ts'

const Options = z.strictObject({})

const STARTED =
  /^Script started(?: on ([^[\n]{1,80}?))?(?:, output (?:log )?file is [^\n]{1,200})?(?: \[([^\n]{0,300})\])?\r?\n/
const DONE = 'Script done'

export const typescript: Importer<typeof Options> = {
  name: 'typescript',
  title: 'typescript of script(1)',
  options: Options,

  recognise: ({ head }) => (STARTED.test(head) ? { format: 'typescript of script(1)', sure: 'certain' } : null),

  async *read(file, { title, now }) {
    const pieces: string[] = []
    for await (const piece of file.text()) pieces.push(piece)
    const text = pieces.join('')
    const [head = '', when, about = ''] = STARTED.exec(text) ?? []
    const columns = /\bCOLUMNS="(\d{1,4})"/.exec(about)?.[1]
    const command = /\bCOMMAND="([^"]{1,200})"/.exec(about)?.[1]
    const done = text.lastIndexOf(`\n${DONE}`)
    const end = done < 0 || text.length - done > MOST_END ? text.length : done
    const recovery = recover(GENERAL.keys, { command, width: columns === undefined ? undefined : Number(columns) })
    recovery.output(0, text.slice(head.length, Math.max(head.length, end)).replace(/[\r\n]{1,4}$/, ''))
    const { turns, beginning, dropped } = recovery.end()
    if (turns.length) yield { type: 'understood', what: 'commands', count: turns.length }
    for (const [what, count] of dropped) yield { type: 'dropped', what, count }
    if (!turns.length) {
      yield { type: 'problem', line: null, reason: 'No command was found: there is no line that looks like a prompt.' }
      return
    }
    const setup = { domain: GENERAL.keys, initialState: beginning && `The terminal shows:\n${beginning}` }
    const createdAt = timeOf(when?.trim()) ?? now
    const notes = 'Imported from a typescript of script(1).'
    const tree = await linearTree({
      format: 'typescript',
      title: title ?? stem(file.name),
      notes,
      setup,
      createdAt,
      turns
    })
    yield { type: 'tree', tree }
  }
}

// Characters in which the last line stands.
const MOST_END = 500
