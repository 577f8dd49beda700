// Who is compared, as `--with` names them.
import { basename } from 'node:path'
import type { ContestantKind } from '../../core/control/compare/report.ts'
import type { ProgramChoice } from '../../core/tree/program.ts'
import type { EngineChoice } from './door.ts'
import { usage } from './door.ts'
import { programIn } from './program-option.ts'

export interface NamedContestant {
  name: string
  by: ContestantKind
  /** What its door is opened with, in the place of what all doors are. */
  engine: EngineChoice
  program?: ProgramChoice
  /** It is told so many of the most similar steps with each turn. */
  examples?: number
}

/** Contestants that are no model; `model` is the one that is chosen or named with --model. */
const KINDS: Record<string, { by: ContestantKind; about: string }> = {
  model: { by: 'model', about: 'the chosen model, or that of --model' },
  grounded: { by: 'grounded', about: 'what computes answers (the machine, programs, servers), the model for the rest' },
  executed: { by: 'executed', about: 'the same without a model: what cannot be computed is missing' },
  repeat: { by: 'repeat', about: 'baseline: shows once more what was seen last' },
  lookup: { by: 'lookup', about: 'baseline: answers a repeated action as before, and no other' }
}

// What people call two of them.
const ALSO: Record<string, string> = { ground: 'grounded', program: 'executed' }

export const CONTESTANTS_HELP = [
  ...Object.entries(KINDS).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`),
  '  examples:N the chosen model, told the N most similar steps of the other recordings with each turn',
  '  MODEL      a catalogue id or a .gguf file',
  '  URL#MODEL  a model on a server: http://localhost:8000/v1#name (reads the key from OPENAI_API_KEY)',
  '  PROGRAM    rules in a .yaml, .json, .js or story file, in the place of the world’s own',
  '  replay:FILE  the answers of another recording'
].join('\n')

// As the run takes them: more fill a small model's context.
const MOST_EXAMPLES = 20

/** @throws CommanderError for a name that is empty; OrreryError as `programIn` */
export function contestant(given: string): NamedContestant {
  const named = Object.hasOwn(ALSO, given) ? (ALSO[given] ?? given) : given
  const kind = Object.hasOwn(KINDS, named) ? KINDS[named] : undefined
  if (kind) return { name: named, by: kind.by, engine: {} }
  const [, count] = /^examples:(.*)$/.exec(named) ?? []
  if (count !== undefined) {
    const examples = Number(count)
    if (Number.isInteger(examples) && examples >= 1 && examples <= MOST_EXAMPLES)
      return { name: named, by: 'model', engine: {}, examples }
    throw usage(`--with ${named}: expected a number of examples from 1 to ${MOST_EXAMPLES}, such as examples:3.`)
  }
  const [, baseUrl, model] = /^(https?:\/\/[^#]+)#(.+)$/.exec(named) ?? []
  if (baseUrl !== undefined && model !== undefined)
    return { name: model, by: 'model', engine: { engine: 'openai', baseUrl, model } }
  if (/^https?:/.test(named)) throw usage(`--with ${named} names no model. Write it after a #: ${named}#name`)
  const [, recording] = /^replay:(.+)$/.exec(named) ?? []
  if (recording !== undefined)
    return { name: `replay ${basename(recording)}`, by: 'model', engine: { engine: 'replay', recording } }
  if (/\.(?:ya?ml|json|m?js|z[3458])$/i.test(named))
    return { name: basename(named), by: 'executed', engine: {}, program: programIn(named) }
  if (!named) throw usage('--with needs a name.')
  return { name: basename(named, '.gguf'), by: 'model', engine: { model: named } }
}
