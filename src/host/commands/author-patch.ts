// `orrery author patch`: a step that the model answered in the program's place, as a rule of the program with a test.
import type { Command } from 'commander'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { readScene } from '../../core/observations/documents/scene.ts'
import { unmarked } from '../../core/tree/cut.ts'
import type { ProgramTest, ProgramUse } from '../../core/tree/program.ts'
import { withRule } from '../grounds/programs/patch.ts'
import { type Cli, type Door, usage } from './door.ts'
import { json, line, note } from './print.ts'
import { findSession, openBranch } from './sessions.ts'

interface Options {
  branch?: string
  accept?: boolean
  json?: boolean
}

const HELP = `
STEP is the number of a turn or the beginning of a step's id. The program has to have left the step to the model.
The rule answers the same action as the model did then, in every state; read it before you accept it. The test plays what led to the step.
Without --accept nothing is changed. With it a new branch goes on from the step under the new version; steps before it keep theirs.`

export function patchCommand(author: Command, cli: Cli): void {
  author
    .command('patch <session> <step>')
    .description('make a step that the model answered a rule of the program, with a test')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
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
  const { calls } = await door.call('steps.get', { session, step: step.id })
  const left = calls.some(({ grounded }) => grounded?.rule === 'not-handled')
  if (!left)
    throw new OrreryError(
      'invalid-input',
      'The program did not leave this step to the model. Choose one that it did: orrery sessions show says "predicted".'
    )
  const whole = { ...step, observation: { ...step.observation, text: unmarked(step.observation.text) } }
  const fresh = withRule({ ...branch.setup, program }, whole)
  const domain = findDomain(branch.setup.domain)
  const actions = steps.slice(0, at + 1).map(({ action }) => action)
  const test = await testIn(
    cli,
    door,
    { ...branch.setup, program: fresh },
    { name: `taken over: ${domain.label(step.action)}`.slice(0, 200), actions }
  )
  const same = (text: string) => domain.normalise(domain.door === 'text' ? readScene(text).scene : text)
  if (same(test.observation ?? '') !== same(whole.observation.text))
    throw new OrreryError('invalid-input', `The rule does not come to what was shown, but to: ${test.observation}`)
  const patched: ProgramUse = { ...fresh, tests: [...(program.tests ?? []), test] }
  const made = options.accept
    ? await door.call('worlds.fork', {
        ...{ session, branch: branch.id, at: step.id, title: `rule of turn ${at + 1}` },
        setup: { program: patched }
      })
    : null
  if (options.json) return json(cli.io, { program: patched, test, branch: made?.id ?? null })
  line(cli.io, difference(program.text, patched.text))
  note(cli.io, `The test "${test.name}" passes: ${actions.length} actions.`)
  note(
    cli.io,
    made
      ? `Version ${patched.hash.slice(0, 10)} answers on the branch ${made.id}.`
      : 'Nothing is changed. Add --accept to go on under it.'
  )
}

type Playable = Parameters<typeof withRule>[0]

/** The test with what the program shows. @throws OrreryError invalid-input where it does not play */
async function testIn(cli: Cli, door: Door, setup: Playable, test: ProgramTest): Promise<ProgramTest> {
  let observation: string | null = null
  let problem = ''
  const asked = { ...setup, program: { ...setup.program, tests: [{ ...test, observation: '' }] } }
  await door.stream(
    'programs.test',
    { setup: asked },
    {
      signal: cli.signal,
      on(event) {
        observation = event.differences.find(({ of }) => of === 'observation')?.shown ?? ''
        problem = event.problem ?? ''
      }
    }
  )
  if (problem || observation === null)
    throw new OrreryError('invalid-input', `The program with the rule does not play what led to the step: ${problem}`)
  return { ...test, observation }
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
