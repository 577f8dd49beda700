// The list of import formats, and which of them a file is in. A new one is a file in this folder and a line here.
import { OrreryError } from '../../errors.ts'
import { noSuch } from '../../text/nearest.ts'
import type { Importer, Input, Recognition } from '../importing.ts'
import { agentLogs } from './agents/index.ts'
import { logImporter } from './agents/records.ts'
import { agentworldbench } from './agentworldbench.ts'
import { asciicast } from './asciicast.ts'
import { atif } from './atif/index.ts'
import { messages } from './chat/messages.ts'
import { sharegpt } from './chat/sharegpt.ts'
import { tau } from './chat/tau.ts'
import { toolbench } from './chat/toolbench.ts'
import { inspect } from './inspect.ts'
import { jsonl } from './jsonl.ts'
import { mcp } from './mcp/index.ts'
import { orrery } from './orrery.ts'
import { playwright } from './playwright/index.ts'
import { programOf } from './programs.ts'
import { traj } from './traj.ts'
import { typescript } from './typescript.ts'
import { lookOf, refusalOf } from './unknown.ts'

/** Where two are equally sure, the first one reads the file. */
export const importers: Importer[] = [
  orrery,
  agentworldbench,
  atif,
  asciicast,
  inspect,
  traj,
  typescript,
  mcp,
  playwright,
  tau,
  toolbench,
  ...agentLogs.map(logImporter),
  sharegpt,
  messages,
  jsonl
]

const SURE = ['certain', 'likely', 'possible']

/** The importer that is surest of the file; `null` when none recognises it. */
export function recognise(file: Pick<Input, 'name' | 'head'>): { importer: Importer; found: Recognition } | null {
  const all = importers.flatMap((importer) => {
    const found = importer.recognise(file)
    return found ? [{ importer, found }] : []
  })
  const [surest = null] = all.sort((a, b) => SURE.indexOf(a.found.sure) - SURE.indexOf(b.found.sure))
  // What looks like chat messages may be the chat of a program that writes them in its own way.
  return surest && surest.found.sure !== 'certain' && programOf(file) ? null : surest
}

/**
 * The importer called `name`, or without a name the one that is surest of the file.
 * @throws OrreryError not-found for an unknown name; invalid-input when the file is empty or nobody recognises it
 */
export function findImporter(file: Pick<Input, 'name' | 'head'>, name?: string): Importer {
  const known = importers.map((one) => one.name)
  const named = importers.find((one) => one.name === name)
  if (name !== undefined && !named) throw noSuch('import format', name, known)
  if (file.head.trim() === '') throw new OrreryError('invalid-input', 'There is nothing to import: the file is empty.')
  const found = recognise(file)
  const program = found ? null : programOf(file)
  // Pointers may read any rows.
  if (program && named !== jsonl) throw new OrreryError('invalid-input', refusalOf(file.name, program))
  if (named) return named
  if (found) return found.importer
  const look = lookOf(file)
  throw new OrreryError(
    'invalid-input',
    `"${file.name}" is not in a known format. Known formats: ${known.join(', ')}.${look && ` ${look}`}`
  )
}

/** Why nobody reads the file, for one among several; `null` where nothing more is known than that. */
export function unreadBecause(file: Pick<Input, 'name' | 'head'>): string | null {
  const program = programOf(file)
  return program && refusalOf(file.name, program)
}
