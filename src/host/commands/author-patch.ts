// `orrery author patch`: a step that the model answered in the program's place, as a rule of the program with a test.
import type { Command } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { type Cli, theOnly, usage } from './door.ts'
import { json, line, note } from './print.ts'
import { findSession, openBranch } from './sessions.ts'

interface Options {
  branch?: string
  accept?: boolean
  byModel?: boolean
  json?: boolean
}

const HELP = `
STEP is the number of a turn or the beginning of a step's id. The program has to have left the step to the model.
By itself the rule answers the same action as the model did then, in every state. With --by-model the model in use is asked for a rule that looks at
the state. Either is held against all turns before it is shown: read it before you accept it. The test plays what led to the step.
Without --accept nothing is changed. With it a new branch goes on from the step under the new version; steps before it keep theirs.`

export function patchCommand(author: Command, cli: Cli): void {
  author
    .command('patch <session> <step>')
    .description('make a step that the model answered a rule of the program, with a test')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--by-model', 'the model in use writes the rule, and the step alone does where its rule does not hold')
    .option('--accept', 'go on under the new version, on a new branch')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((session: string, step: string, _own: Options, command: Command) =>
      patch(cli, session, step, command.optsWithGlobals<Options>())
    )
}

async function patch(cli: Cli, wanted: string, place: string, options: Options): Promise<void> {
  const door = await cli.open()
  const session = await findSession(door, wanted)
  const branch = await openBranch(door, session, options.branch)
  const { steps } = await door.call('steps.window', { branch: branch.id, at: branch.tip, last: 1000 })
  const at = /^\d{1,4}$/.test(place) ? Number(place) - 1 : steps.findIndex(({ id }) => id.startsWith(place))
  const step = steps[at]
  if (!step) throw usage(`"${place}" is no step of this branch, which has ${steps.length}.`)
  const { program } = branch.setup
  if (!program) throw new OrreryError('invalid-input', 'This world has no program, and so none that could take a rule.')
  const by = options.byModel ? 'model' : 'rules'
  const asked = { branch: branch.id, at: step.id, by } as const
  const { program: patched, test, ...proposed } = await theOnly(door, 'programs.rule', asked, { signal: cli.signal })
  const made = options.accept
    ? await door.call('worlds.fork', {
        ...{ session, branch: branch.id, at: step.id, title: `rule of turn ${at + 1}` },
        setup: { program: patched }
      })
    : null
  if (options.json) return json(cli.io, { program: patched, test, ...proposed, branch: made?.id ?? null })
  line(cli.io, difference(program.text, patched.text))
  if (proposed.note !== null) note(cli.io, proposed.note)
  note(
    cli.io,
    `Written by ${proposed.by === 'model' ? 'the model' : 'the step alone'}. The test "${test.name}" passes: ${test.actions.length} actions.`
  )
  note(
    cli.io,
    made
      ? `Version ${patched.hash.slice(0, 10)} answers on the branch ${made.id}.`
      : 'Nothing is changed. Add --accept to go on under it.'
  )
}

/** Lines that were taken away and lines that came, in the order of the new text. */
function difference(before: string, after: string): string {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const [had, has] = [new Set(old), new Set(fresh)]
  return [
    ...old.filter((one) => !has.has(one)).map((one) => `- ${one}`),
    ...fresh.filter((one) => !had.has(one)).map((one) => `+ ${one}`)
  ].join('\n')
}
