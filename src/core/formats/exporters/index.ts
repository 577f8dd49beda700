// The list of export formats. A new one is a file in this folder (a row of `conversations.ts` where it is one) and a line here.
import { OrreryError } from '../../errors.ts'
import { ended, sentenceOf } from '../../text/issues.ts'
import { noSuch } from '../../text/nearest.ts'
import type { Exporter } from '../exporting.ts'
import { agentworldTurns } from './agentworld-turns.ts'
import { agentworldbench } from './agentworldbench.ts'
import { asciicast } from './asciicast.ts'
import { atif } from './atif.ts'
import { axolotl, messages, sharegpt } from './conversations.ts'
import { earlyExperience } from './early-experience.ts'
import { html } from './html.ts'
import { inspect } from './inspect.ts'
import { markdown } from './markdown.ts'
import { orrery } from './orrery.ts'
import { patchworld } from './patchworld.ts'
import { rwml } from './rwml.ts'
import { traj } from './traj.ts'
import { verl } from './verl.ts'

/** The one that keeps everything comes first: it is the default. */
export const exporters: Exporter[] = [
  orrery,
  agentworldbench,
  atif,
  html,
  asciicast,
  markdown,
  inspect,
  traj,
  messages,
  sharegpt,
  axolotl,
  verl,
  agentworldTurns,
  rwml,
  earlyExperience,
  patchworld
]

/** @throws OrreryError not-found, naming the formats there are */
export function findExporter(name: string): Exporter {
  const exporter = exporters.find((one) => one.name === name)
  if (exporter) return exporter
  const known = exporters.map((one) => one.name)
  throw noSuch('export format', name, known, 'orrery export --list')
}

/** The format's options with their defaults. @throws OrreryError invalid-input, naming the option */
export function readOptions(
  { name, options }: Pick<Exporter, 'name' | 'options'>,
  given: Record<string, unknown>
): Record<string, unknown> {
  const read = options.safeParse(given)
  if (read.success) return read.data
  const known = Object.keys(options.shape)
  const hint = known.length ? `Options of ${name}: ${known.join(', ')}.` : `${name} has no options.`
  throw new OrreryError('invalid-input', `${ended(sentenceOf(read.error, { value: given, schema: options }))} ${hint}`)
}
