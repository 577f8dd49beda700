// `orrery step`: act once in a world, new or known, and show what it answers; or any stage on the way there.

import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Domain } from '../../core/domains/domain.ts'
import { domains, findDomain } from '../../core/domains/index.ts'
import { USUAL } from '../../core/domains/usual.ts'
import { OrreryError } from '../../core/errors.ts'
import { parseJson } from '../../core/text/json.ts'
import { noSuch } from '../../core/text/nearest.ts'
import { type Folder, folderState } from '../../core/tree/folder.ts'
import { Grounding, isGrounded } from '../../core/tree/ground.ts'
import {
  type Action,
  type Branch,
  ObservationLimit,
  type PerturbationUse,
  type ReadySetup,
  type Setup,
  type Thinking,
  type Tool
} from '../../core/tree/model.ts'
import type { ProgramChoice } from '../../core/tree/program.ts'
import { HitMix, type SearchPolicy, Snippets } from '../../core/tree/search.ts'
import type { UserUse } from '../../core/tree/user.ts'
import { type ReadFolder, readFolder } from '../grounds/disk-tools/folder.ts'
import { act } from './act.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, type Io, usage } from './door.ts'
import { thinkingRule } from './eval.ts'
import { readAll } from './import.ts'
import { personAt } from './person.ts'
import { perturbRule } from './perturb.ts'
import { json, line, note } from './print.ts'
import { domainFor, programIn } from './program-option.ts'
import { TABLES, tableOf } from './route-tables.ts'
import { sample } from './samples.ts'
import { findScenario } from './scenario.ts'
import { findSession, openBranch } from './sessions.ts'
import { toolsOf } from './tools.ts'
import { numberIn, positive, whole } from './values.ts'

interface Options extends EngineChoice {
  domain?: string
  session?: string
  branch?: string
  template?: string
  seed?: number
  strict?: boolean
  instruction?: string
  hidden?: string
  snippets?: SearchPolicy['snippets']
  mix?: HitMix
  initialState?: string
  turnInstruction?: string
  scenario?: string
  folder?: string
  print?: 'prompt' | 'request' | 'route' | 'raw' | 'parsed' | 'events'
  trace?: boolean
  compact?: boolean
  observationLimit?: number
  thinking?: Thinking
  byModel?: boolean
  grounding?: Grounding
  check?: boolean
  task?: string
  perturb?: PerturbationUse[]
  tools?: string
  program?: string
  only?: string
  toolSet?: string
  withoutOutputSchemas?: boolean
  makeTools?: boolean | 'read' | 'written'
  samples?: number
  user?: UserUse['answers']
  reply?: string
  json?: boolean
}

/** The options with what their files hold. */
interface Wanted extends Omit<Options, 'tools' | 'program'> {
  tools?: Tool[] | undefined
  program?: ProgramChoice | undefined
}

const HELP = `
Reads the action from stdin: the domain's JSON, or a line as you would type it.
In an existing world, --template, --strict, --task, --instruction, --hidden, --initial-state, --compact, --observation-limit, --thinking, --snippets, --mix,
--perturb, --tools, --tool-set, --program, --make-tools, --user and --without-output-schemas change the rules from here on, on a new branch.

--program gives the world a program (docs/programs.md): .yaml and .json are data, .z3 to .z8 a story, other files JavaScript. A new world is of
the kind that its program is for, unless --domain says another.

--samples predicts the same step several times in parallel, each on a new branch and with the next seed.
To resume an interrupted run, repeat the command with --session.
--trace records the probability of each token and its alternatives. It shows the least certain tokens; --json and --print parsed
show all of them.

--print shows a stage instead of the observation: prompt and request need no model and store nothing; route says who would answer, and
lists the rules; raw is the model's text;
parsed is its thinking, observation and warnings; events is every event, one JSON object per line.`

const SETS = domains.flatMap(({ tools }) => tools?.sets ?? [])
const SET_NAMES = SETS.map(({ name }) => name).join(', ')

export function stepCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('step'))
    .description("take one action and show the world's answer")
    .option('--domain <name>', 'domain of a new world (default: terminal)')
    .option('--scenario <name>', 'create a new world from this scenario')
    .option('--session <id>', 'act in this world instead of a new one')
    .option('--branch <id>', 'branch id or title (default: main, else the first)')
    .option('--template <name>', 'prompt template; auto picks one for the model')
    .option('--initial-state <text>', "initial state of a new world; '' for none (default: a built-in one)")
    .option(
      '--folder <dir>',
      'copy this folder into a new terminal, code or search world; it is read once and never written'
    )
    .addOption(
      new Option(
        '--grounding <rule>',
        'who answers: the model; a machine and the model for what it cannot know; the machine alone'
      ).choices(Grounding.options)
    )
    .option('--check', 'have the model predict what the machine computes too, and compare both')
    .option('--task <text>', 'what the agent is to achieve, told in turn 1')
    .option('--instruction <text>', 'simulation instruction for the world')
    .option('--hidden <text>', 'what the world holds and the agent is not shown')
    .addOption(
      new Option(
        '--snippets <policy>',
        'search worlds: quote the page, tease without figures and names, or none'
      ).choices(Snippets.options)
    )
    .option('--mix <high,middle,background>', 'search worlds: hits of each kind on a page of results', mixOf)
    .option('--turn-instruction <text>', 'simulation instruction for this step only')
    .option(
      '--perturb <name[:options]>',
      'disturb the world; options as JSON or key=value, when.turn=2 for its trigger; repeatable',
      perturbRule
    )
    .option('--seed <n>', 'seed of a new world; in an existing world, of this step only', whole)
    .option('--strict', 'make steps reproducible: same model, seed and history give the same step; slower')
    .option('--compact', 'leave out the oldest turns when the context is full')
    .option('--observation-limit <n>', 'maximum characters per observation', numberIn(ObservationLimit))
    .option('--thinking <rule>', 'how long the model may think: full, off, or a number of tokens', thinkingRule)
    .option('--tools <file>', 'file with the tools of the world, in any format that `orrery tools` reads or prints')
    .option('--only <names>', 'with --tools: only the tools with these names; * stands for any characters')
    .option('--tool-set <name>', `ready tools: ${SET_NAMES}`)
    .option('--program <file>', 'file with the program that computes the world')
    .addOption(
      new Option(
        '--make-tools [how]',
        'a call of a tool that nobody declared declares it; the model answers it. Its schema is read off the call, or written by the model before'
      ).choices(['read', 'written'])
    )
    .option('--without-output-schemas', 'do not tell the model what the tools declare of their results')
    .option('--by-model', 'have the model answer this step, also what would be computed or is recorded')
    .option('--samples <n>', 'predict the step n times in parallel', positive)
    .addOption(
      new Option('--user <who>', 'who answers for the user of the world').choices([
        'script',
        'recorded',
        'model',
        'person'
      ])
    )
    .option('--reply <words>', 'what the user answers, where a person plays the user; without it you are asked')
    .option('--trace', 'record the probability of each token')
    .addOption(
      new Option('--print <stage>', 'show this stage instead of the observation').choices([
        'prompt',
        'request',
        'route',
        'raw',
        'parsed',
        'events'
      ])
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ tools: file, program: programFile, ...given }: Options) => {
      if (given.samples !== undefined && given.print) {
        throw usage('--samples cannot be combined with --print. Leave out --print; --json has everything.')
      }
      if (cli.io.stdin.isTTY) throw usage("Pass the action on stdin, e.g. echo 'ls -la' | orrery step")
      const text = await readAll(cli.io.stdin)
      if (text === '') throw usage('There is no action on stdin. Pass one; an empty line counts as an action.')
      if (file === '-') throw usage('stdin holds the action. Give --tools a file.')
      if (file !== undefined && given.toolSet !== undefined) throw usage('Give one of --tools and --tool-set.')
      if (file === undefined && given.only !== undefined)
        throw usage('--only chooses from the tools in a file: give --tools too.')
      if (given.folder !== undefined && given.session !== undefined)
        throw usage('--folder is for a new world. Leave out --session, or leave out --folder.')
      const program = programFile === undefined ? undefined : programIn(programFile)
      const copy = given.folder === undefined ? null : await readFolder(given.folder)
      if (given.reply?.trim() === '') throw usage('--reply is empty. Say something, or leave it out to be asked.')
      const person = personAt(cli.io, given.reply?.trim())
      // Samples are predictions, made at the same time: nobody is asked for them.
      const door = await cli.open(given, given.samples === undefined ? { askPerson: person.ask } : {})
      const own = file === undefined ? undefined : await toolsOf(cli, door, file, given.only)
      const options: Wanted = { ...given, program, tools: own ?? toolsOfSet(given.toolSet) }
      const branch =
        options.session !== undefined
          ? await knownWorld(door, options.session, options)
          : await newWorld(cli.io, door, options, copy)
      const action = actionOf(branch.setup, text)
      const { samples } = options
      try {
        if (samples !== undefined)
          await sample(cli, door, branch, action, {
            ...options,
            samples,
            setup: { ...rules(options), ...(options.byModel && { grounding: 'model' as const }) }
          })
        else if (options.print === 'route') await showRoute(cli.io, door, branch, action, options)
        else if (isPreview(options)) await showPrompt(cli.io, door, branch, action, options)
        else
          await act(cli, door, branch, action, {
            ...options,
            print: stageOf(options),
            seed: options.session !== undefined ? options.seed : undefined,
            by: options.byModel ? 'model' : undefined
          })
        if (given.reply !== undefined && !person.asked())
          note(cli.io, '--reply was not used: nothing was said to a user whom a person plays.')
      } finally {
        if (options.session === undefined) await forgetIfEmpty(door, branch.session)
      }
    })
}

async function newWorld(io: Io, door: Door, options: Wanted, copy: ReadFolder | null): Promise<Branch> {
  const scenario = options.scenario === undefined ? null : await findScenario(door, options.scenario)
  const setup: Partial<ReadySetup> = scenario?.setup ?? {}
  const domain = options.domain ?? setup.domain ?? (options.program ? domainFor(options.program) : USUAL)
  const { seed = setup.seed } = options
  const folder = copy && (await keepCopy(io, door, copy, findDomain(domain)))
  const state = copy && setup.initialState === undefined ? folderState(copy.name, findDomain(domain)) : undefined
  const made = await door.call('worlds.create', {
    ...(scenario && { title: scenario.title }),
    setup: {
      ...setup,
      ...(state !== undefined && { initialState: state }),
      ...rules(options),
      ...userOf(options, setup),
      ...(folder && { folder }),
      domain,
      seed
    }
  })
  return made.branch
}

/** Keeps the files and says what was copied and what was not. */
async function keepCopy(io: Io, door: Door, { leftOut, ...copy }: ReadFolder, { surface }: Domain): Promise<Folder> {
  const folder = await door.call('worlds.keepFolder', copy)
  const files = folder.files === 1 ? '1 file' : `${folder.files} files`
  const place = surface === 'terminal' ? `; it lies at ~/${folder.name}` : ''
  note(io, `copied ${files}, ${folder.bytes.toLocaleString('en-US')} bytes, from "${folder.name}"${place}`)
  for (const { path, why } of leftOut.slice(0, SHOWN)) note(io, `not copied: ${path}: ${why}`)
  if (leftOut.length > SHOWN) note(io, `not copied: ${leftOut.length - SHOWN} more`)
  return folder
}

// A folder with thousands of large files should not hide the answer.
const SHOWN = 20

async function knownWorld(door: Door, session: string, options: Wanted): Promise<Branch> {
  const branch = await openBranch(door, await findSession(door, session), options.branch)
  const setup = { ...rules(options), ...userOf(options, branch.setup) }
  // Samples are branches of their own, made with the rules.
  if (!Object.keys(setup).length || options.samples !== undefined) return branch
  if (isPreview(options)) {
    throw usage(
      `--print ${options.print} shows an existing world under its own rules. Leave out ${Object.keys(setup).join(', ')}.`
    )
  }
  return door.call('worlds.fork', { session: branch.session, branch: branch.id, at: branch.tip, setup })
}

/** A world that was made for one step and has nothing to show, not even an unfinished answer, is not left behind. */
async function forgetIfEmpty(door: Door, session: string): Promise<void> {
  const { branches, drafts } = await door.call('worlds.open', { session })
  if (branches.every(({ tip }) => tip === null) && drafts.every(({ raw }) => raw === '')) {
    await door.call('worlds.delete', { session })
  }
}

const stageOf = ({ print }: Wanted) =>
  print === 'route' || print === 'prompt' || print === 'request' ? undefined : print

function isPreview({ print }: Wanted): boolean {
  return print === 'prompt' || print === 'request' || print === 'route'
}

function toolsOfSet(name: string | undefined): Tool[] | undefined {
  if (name === undefined) return undefined
  const found = SETS.find((set) => set.name === name)
  if (!found)
    throw noSuch(
      'tool set',
      name,
      SETS.map((set) => set.name)
    )
  return found.tools
}

/** The world's user, with who answers for them. @throws CommanderError where the world has none */
function userOf({ user: answers }: Wanted, { user }: Pick<Partial<Setup>, 'user'>): Pick<Setup, 'user'> {
  if (answers === undefined) return {}
  if (!user)
    throw usage('--user says who answers for the user of the world, and this world has none. See docs/scenarios.md.')
  return { user: { ...user, answers } }
}

/** The rules that the options change. */
function rules(options: Wanted): Omit<Partial<Setup>, 'program'> & { program?: ProgramChoice } {
  const { template, strict, task, instruction, hidden, initialState, compact, observationLimit, thinking, tools } =
    options
  const { check, perturb: perturbations, program } = options
  // Whoever gives a program means it to answer, also in a world that the model answered alone.
  const { grounding = program && ('grounded' as const) } = options
  const hideOutputSchemas = options.withoutOutputSchemas
  const { snippets, mix } = options
  const search = snippets || mix ? { ...(snippets && { snippets }), ...(mix && { mix }) } : undefined
  const makesTools = options.makeTools === 'written' ? 'written' : options.makeTools && true
  const all = Object.entries({
    ...{ template, strict, task, instruction, hidden, initialState, compact, observationLimit, thinking, tools },
    ...{ hideOutputSchemas, makesTools, grounding, check, perturbations, program, search }
  })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

function mixOf(text: string): HitMix {
  const [high, middle, background, ...more] = text.split(',').map(whole)
  const mix = HitMix.safeParse({ high, middle, background })
  if (mix.success && !more.length) return mix.data
  throw new InvalidArgumentError('expected three numbers from 0 to 20, such as 3,4,3, not all of them 0')
}

/** JSON is the action itself; anything else is what a person would type, without the line end that `echo` adds. */
function actionOf(setup: Setup, text: string): Action {
  if (/^\s*[[{]/.test(text)) {
    try {
      const action: Action = parseJson(text)
      return action
    } catch (cause) {
      // It is JSON, and too deep.
      if (cause instanceof OrreryError) throw cause
      // `[ -f x ] && ls` begins like JSON and is none; nobody types a line that begins `[{"`.
      if (/^\s*\[\s*\{\s*"/.test(text)) {
        const reason = (cause as Error).message // JSON.parse throws nothing else
        throw new OrreryError('invalid-input', `The action starts like JSON but is not valid JSON: ${reason}`, {
          cause
        })
      }
    }
  }
  return findDomain(setup.domain).fromText(text.replace(/\r?\n$/, ''), setup)
}

async function showRoute(io: Io, door: Door, branch: Branch, action: Action, options: Wanted): Promise<void> {
  const { turnInstruction: instruction = '' } = options
  const route = await door.call('steps.route', { session: branch.session, branch: branch.id, action, instruction })
  if (options.json) return json(io, route)
  const ground = isGrounded(branch.setup) ? await door.call('worlds.ground', { setup: branch.setup }) : null
  if (!route && ground) return line(io, 'neither: a recording or the check of the call answers.')
  if (!route) return line(io, 'model: the world is not grounded, and the model answers everything.')
  for (const sentence of ground?.notReproduced ?? []) note(io, `Not reproduced: ${sentence}`)
  const table = TABLES[ground?.id ?? '']
  line(io, `${route.by === 'ground' ? (table?.computes ?? 'ground') : 'model'}: ${route.rule}. ${route.why}`)
  if (table) note(io, `\nThe rules, from the top:\n${tableOf(table)}`)
}

async function showPrompt(io: Io, door: Door, branch: Branch, action: Action, options: Wanted): Promise<void> {
  const { turnInstruction: instruction, seed } = options
  const at = branch.tip
  const whole = { seed: options.session !== undefined ? seed : undefined, trace: options.trace }
  const request = options.print === 'request' ? whole : null
  const preview = await door.call('prompts.preview', { branch: branch.id, at, action, instruction, request })
  if (request) return json(io, preview.request)
  const { request: _, ...prompt } = preview
  if (options.json) return json(io, prompt)
  line(io, prompt.parts.map(({ text }) => text).join('\n\n'))
  if (prompt.leftOut === null) note(io, 'turns left out: unknown until the model is loaded; this is the whole prompt')
  if (prompt.leftOut) note(io, `turns left out: 1 to ${prompt.leftOut}`)
  note(io, `template ${prompt.template}${prompt.total === null ? '' : `, ${prompt.total} tokens`}`)
}
