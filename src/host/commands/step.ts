// `orrery step`: act once in a world, new or known, and show what it answers; or any stage on the way there.
import { type Command, Option } from 'commander'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Action, Branch, Setup, Tool } from '../../core/model.ts'
import { act } from './act.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, type Io, usage } from './door.ts'
import { positive, whole } from './eval.ts'
import { readAll } from './import.ts'
import { json, line, note } from './print.ts'
import { sample } from './samples.ts'
import { findSession, openBranch } from './sessions.ts'
import { toolsOf } from './tools.ts'

interface Options extends EngineChoice {
  domain?: string
  session?: string
  branch?: string
  template?: string
  seed?: number
  strict?: boolean
  instruction?: string
  initialState?: string
  turnInstruction?: string
  scenario?: string
  print?: 'prompt' | 'request' | 'raw' | 'parsed' | 'events'
  trace?: boolean
  compact?: boolean
  observationLimit?: number
  tools?: string
  samples?: number
  json?: boolean
}

/** The options with what their files hold. */
interface Wanted extends Omit<Options, 'tools'> {
  tools?: Tool[] | undefined
}

const HELP = `
The action is read from stdin: the domain's own JSON, or a line as a person would type it.
In a world that exists already, --template, --strict, --instruction, --initial-state, --compact, --observation-limit and --tools change its
rules from here on: that makes a new branch.

--samples predicts the same step several times at once: each on a new branch, with the seed one higher than the last one's.
If it is interrupted, the same command with --session resumes it.
--trace keeps how probable each token was and what else was likely: a table of the least certain, all of them with --json and --print parsed.

--print shows a stage instead of the observation: prompt and request need no model and store nothing; raw is what the model
wrote, parsed is its thinking, observation and warnings, events is everything that happens, a JSON line each.`

export function stepCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('step'))
    .description('act once and show what the world answers')
    .option('--domain <name>', 'kind of a new world (default: terminal)')
    .option('--scenario <name>', 'start a new world from a ready-made one')
    .option('--session <id>', 'act in this world instead of a new one')
    .option('--branch <id>', 'id or title; default main, else the first')
    .option('--template <name>', 'prompt template; auto suits the model')
    .option('--initial-state <text>', "what a new world looks like at first; '' for nothing (default: a ready world)")
    .option('--instruction <text>', 'how the world is to behave')
    .option('--turn-instruction <text>', 'an instruction for this step only')
    .option('--seed <n>', "root of a new world's chance; in a known world this step's own seed", whole)
    .option('--strict', 'same model, seed and history give the same step; slower')
    .option('--compact', 'leave out the oldest turns once the context is full')
    .option('--observation-limit <n>', 'characters of an observation at most', whole)
    .option('--tools <file>', 'the tools of the world, as `orrery tools` prints them or as it reads them')
    .option('--samples <n>', 'predict the step n times at once', positive)
    .option('--trace', 'keep the probability of each token')
    .addOption(
      new Option('--print <stage>', 'show this stage').choices(['prompt', 'request', 'raw', 'parsed', 'events'])
    )
    .option('--json', 'as JSON')
    .addHelpText('after', HELP)
    .action(async ({ tools: file, ...given }: Options) => {
      if (given.samples !== undefined && given.print) {
        throw usage('--samples shows observations. Leave out --print; --json has everything.')
      }
      if (cli.io.stdin.isTTY) throw usage("Give the action on stdin, e.g. echo 'ls -la' | orrery step")
      const text = await readAll(cli.io.stdin)
      if (text === '') throw usage('There is no action on stdin. An empty line is an action; nothing at all is not.')
      if (file === '-') throw usage('The action is read from stdin; --tools takes a file.')
      const door = await cli.open(given)
      const options: Wanted = { ...given, tools: file === undefined ? undefined : await toolsOf(cli, door, file) }
      const branch = options.session ? await knownWorld(door, options.session, options) : await newWorld(door, options)
      const action = actionOf(branch.setup.domain, text)
      const { samples } = options
      try {
        if (samples !== undefined)
          await sample(cli, door, branch, action, { ...options, samples, setup: rules(options) })
        else if (isPreview(options)) await showPrompt(cli.io, door, branch, action, options)
        else await act(cli, door, branch, action, { ...options, seed: options.session ? options.seed : undefined })
      } finally {
        if (!options.session) await forgetIfEmpty(door, branch.session)
      }
    })
}

async function newWorld(door: Door, options: Wanted): Promise<Branch> {
  let setup: Partial<Setup> = {}
  if (options.scenario !== undefined) {
    const all = await door.call('scenarios.list', {})
    const found = all.find(({ name }) => name === options.scenario)
    if (!found) {
      const known = all.map(({ name }) => name).join(', ')
      throw new OrreryError('not-found', `There is no scenario "${options.scenario}". There are: ${known}.`)
    }
    setup = found.setup
  }
  const domain = options.domain ?? setup.domain ?? 'terminal'
  const { seed = setup.seed } = options
  const made = await door.call('sessions.create', { setup: { ...setup, ...rules(options), domain, seed } })
  return made.branch
}

async function knownWorld(door: Door, session: string, options: Wanted): Promise<Branch> {
  const branch = await openBranch(door, await findSession(door, session), options.branch)
  const setup = rules(options)
  // Samples are branches of their own, made with the rules.
  if (!Object.keys(setup).length || options.samples !== undefined) return branch
  if (isPreview(options)) {
    throw usage(
      `--print ${options.print} shows a known world under its own rules: leave out ${Object.keys(setup).join(', ')}.`
    )
  }
  return door.call('branches.create', { session: branch.session, branch: branch.id, at: branch.tip, setup })
}

/** A world that was made for one step and has nothing to show, not even an unfinished answer, is not left behind. */
async function forgetIfEmpty(door: Door, session: string): Promise<void> {
  const { branches, drafts } = await door.call('sessions.open', { session })
  if (branches.every(({ tip }) => tip === null) && drafts.every(({ raw }) => raw === '')) {
    await door.call('sessions.delete', { session })
  }
}

function isPreview({ print }: Wanted): boolean {
  return print === 'prompt' || print === 'request'
}

/** The rules that the options change. */
function rules(options: Wanted): Partial<Setup> {
  const { template, strict, instruction, initialState, compact, observationLimit, tools } = options
  const all = Object.entries({ template, strict, instruction, initialState, compact, observationLimit, tools })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

/** JSON is the action itself; anything else is what a person would type, without the line end that `echo` adds. */
function actionOf(domain: string, text: string): Action {
  if (/^\s*[[{]/.test(text)) {
    try {
      const action: Action = JSON.parse(text)
      return action
    } catch (cause) {
      // `[ -f x ] && ls` begins like JSON and is none; nobody types a line that begins `[{"`.
      if (/^\s*\[\s*\{\s*"/.test(text)) {
        const reason = (cause as Error).message // JSON.parse throws nothing else
        throw new OrreryError('invalid-input', `The action begins like JSON and is none: ${reason}`, { cause })
      }
    }
  }
  return findDomain(domain).fromText(text.replace(/\r?\n$/, ''))
}

async function showPrompt(io: Io, door: Door, branch: Branch, action: Action, options: Wanted): Promise<void> {
  const { turnInstruction: instruction, seed } = options
  const at = branch.tip
  const whole = { seed: options.session ? seed : undefined, trace: options.trace }
  const request = options.print === 'request' ? whole : null
  const preview = await door.call('prompt.preview', { branch: branch.id, at, action, instruction, request })
  if (request) return json(io, preview.request)
  const { request: _, ...prompt } = preview
  if (options.json) return json(io, prompt)
  line(io, prompt.parts.map(({ text }) => text).join('\n\n'))
  if (prompt.leftOut === null)
    note(io, 'turns left out: not known before the model is loaded; this is the whole prompt')
  if (prompt.leftOut) note(io, `turns left out: 1 to ${prompt.leftOut}`)
  note(io, `template ${prompt.template}${prompt.total === null ? '' : `, ${prompt.total} tokens`}`)
}
