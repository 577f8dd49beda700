// A program that is not there.
import { z } from 'zod'
import { inTerminal, shellResult } from '../../domains/failing.ts'
import { commandsIn } from '../../domains/shell/commands.ts'
import { isGrounded } from '../../tree/ground.ts'
import { did, typedIn } from '../failing-turn.ts'
import type { Meeting, Moment, Perturbation } from '../perturbation.ts'
import { exampleOf, typedAtPrompt } from '../samples.ts'

const Program = z.string().regex(/^[\w.+-]+$/, 'the name of a program')
const Options = z.strictObject({
  /** Which program; default: the one that is typed. */
  program: Program.exactOptional()
})
type Options = z.infer<typeof Options>

export const missingBinary: Perturbation<Options> = {
  name: 'missing-binary',
  title: 'Missing program',
  description: 'A program is not installed; on a machine it is gone for real.',
  weakness: 'Tries the same program again, or installs things without being asked, where another would do.',
  kind: 'explicit',
  options: Options,
  serves: ({ shell }) => shell !== undefined,
  meets,
  examples: [
    typedAtPrompt(['jq .name package.json', '"moor"']),
    exampleOf('swe', ['$ jq .name package.json', 'Stdout: "moor"\nStderr: (empty)\nExit Code: 0'])
  ],
  change(moment, { program }) {
    const name = Program.safeParse(program ?? programIn(moment)).data
    if (!isGrounded(moment.setup) || name === undefined) return null
    if (moment.past().some((past) => did(moment, past, 'change'))) return null
    const text = `The program ${name} is gone from now on.`
    return { fault: { fault: 'missing-program', program: name }, text, draw: null, detail: text }
  },
  answer(moment, { program }) {
    const name = programIn(moment)
    if (isGrounded(moment.setup) || name === null || (program !== undefined && name !== program)) return null
    const said = `bash: ${name}: command not found`
    const text =
      typedIn(moment) === null
        ? shellResult(moment.tool ?? '', commandIn(moment) ?? '', { text: said, exit: 127 })
        : inTerminal(said, moment)
    return text === null ? null : { text, draw: null, detail: `${name} is not installed.` }
  }
}

function commandIn({ action }: Pick<Moment, 'action'>): string | null {
  const { command } = Object(Object(action).arguments)
  return typeof command === 'string' ? command : null
}

/** Whether the program is run, or, where scripts may run it too, at least named. */
function meets({ domain, action, setup }: Meeting, { program }: Options): boolean {
  const typed = programsIn({ domain, action })
  if (program === undefined) return typed.length > 0
  if (typed.includes(program) || setup.folder !== undefined) return true
  if (setup.grounding === 'model' || setup.recording !== null) return false
  const named = `${JSON.stringify(action)} ${setup.initialState} ${setup.hidden ?? ''}`.split(/[^\w+-]+/)
  return named.includes(program)
}

const programIn = (moment: Moment): string | null => programsIn(moment)[0] ?? null

function programsIn(moment: Pick<Moment, 'domain' | 'action'>): string[] {
  const typed = typedIn(moment) ?? commandIn(moment) ?? ''
  return commandsIn(typed).flatMap(({ name }) => (BUILTIN.has(name) ? [] : name))
}

const BUILTIN = new Set(['cd', 'echo', 'export', 'source', '.', 'exit', 'pwd', 'set', 'alias', 'type', 'test', '['])
