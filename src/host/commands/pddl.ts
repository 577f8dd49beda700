// `orrery pddl`: worlds of PDDL read, planned and walked, without a world that is kept.
import { basename } from 'node:path'
import type { Command } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { type PddlGame, readGame } from '../../core/grounds/programs/pddl/game.ts'
import { MOST_STATES, planOf } from '../../core/grounds/programs/pddl/plan.ts'
import { planLines, walked } from '../../core/grounds/programs/pddl/walk.ts'
import { writeAction } from '../../core/grounds/programs/pddl/world.ts'
import { decodeText } from '../../core/text/decode.ts'
import { programLanguage } from '../../core/tree/program.ts'
import { bytesIn } from '../data/plain-file.ts'
import { readProgramFile } from '../library/program-file.ts'
import { type Cli, usage } from './door.ts'
import { json, line, note, problemLine } from './print.ts'
import { fileIn } from './program-option.ts'
import { positive } from './values.ts'

const HELP = `
FILES are a domain and a problem, or a problem alone whose domain lies beside it, or a game in ALFWorld's form (game.tw-pddl).
A last file that is none of these is a plan: an action a line, (move a b), as planners write it. docs/pddl.md says what is supported.`

const MOST_BYTES = 2 ** 20

interface Options {
  json?: boolean
}

interface Given {
  game: PddlGame
  plan: { file: string; lines: { line: string; at: number }[] } | null
}

export function pddlCommands(root: Command, cli: Cli): void {
  const pddl = root.command('pddl').description('check, plan and walk worlds of PDDL').addHelpText('after', HELP)

  pddl
    .command('validate <files...>')
    .description('read a domain and a problem, and walk a plan; what is wrong is printed as file:line:column: message')
    .option('--json', 'print JSON')
    .action((files: string[], options: Options) => {
      const given = read(cli, files, options)
      if (!given) return
      const { game, plan } = given
      const { domain, problem } = game.world
      const own = plan ?? (game.walkthrough && { file: files[0] ?? '', lines: inOrder(game.walkthrough) })
      const walk =
        own &&
        walked(
          game,
          own.lines.map((one) => one.line)
        )
      const wrong = walk && (walk.stuck !== null || !walk.reached)
      if (wrong) cli.exitCode = 1
      if (options.json)
        return json(cli.io, { actions: domain.schemas.length, things: problem.objects.size, problems: [], walk })
      line(cli.io, `ok: ${counted(domain.schemas.length, 'action')}, ${counted(problem.objects.size, 'thing')}`)
      if (!own || !walk) return
      const what = plan ? 'plan' : 'walkthrough'
      if (walk.stuck) {
        const at = own.lines[walk.stuck.index]?.at ?? 1
        line(cli.io, problemLine({ file: own.file, line: at, column: 1, message: `${what}: ${walk.stuck.why}` }))
      } else if (!walk.reached) line(cli.io, `${what}: every action can be done, and the goal is not reached`)
      else line(cli.io, `${what}: ${counted(own.lines.length, 'action')}, cost ${walk.cost}, reaches the goal`)
    })

  pddl
    .command('plan <files...>')
    .description('find the shortest plan, or the cheapest where the problem asks for that')
    .option('--most <n>', `give up after so many states (default: ${MOST_STATES})`, positive)
    .option('--json', 'print JSON')
    .action((files: string[], options: Options & { most?: number }) => {
      const given = read(cli, files, options)
      if (!given) return
      const { most = MOST_STATES } = options
      const planned = planOf(given.game.world, { most, signal: cli.signal })
      const { plan, states } = planned
      if (!plan) cli.exitCode = 1
      const lines = plan?.map((action) => `(${writeAction(action)})`) ?? null
      if (options.json) return json(cli.io, { ...planned, plan: lines })
      if (!planned.plan) {
        const why =
          planned.why === 'none'
            ? 'there is no plan: the goal cannot be reached'
            : `no plan was found in ${counted(most, 'state')}; there may be one. --most looks at more`
        return line(cli.io, why)
      }
      for (const one of lines ?? []) line(cli.io, one)
      const { cheap } = given.game.world.problem
      const best = cheap ? 'the cheapest' : 'the shortest'
      note(
        cli.io,
        `${counted(planned.plan.length, 'action')}, cost ${planned.cost}, ${best}; ${counted(states, 'state')} looked at`
      )
    })

  pddl
    .command('actions <files...>')
    .description('list what can be done at the beginning, or after a plan')
    .option('--json', 'print JSON')
    .action((files: string[], options: Options) => {
      const given = read(cli, files, options)
      if (!given) return
      const { game, plan } = given
      const { world } = game
      let facts = world.initial
      for (const { line: said, at } of plan?.lines ?? []) {
        const action = world.read(said)
        const unmet = 'wrong' in action ? [action.wrong] : world.unmet(facts, action)
        if ('wrong' in action || unmet.length)
          throw new OrreryError('invalid-input', `${plan?.file}:${at}: ${said} cannot be done: ${unmet.join('; ')}`)
        facts = world.apply(facts, action).facts
      }
      const lines = world.applicable(facts).map((action) => `(${writeAction(action)})`)
      if (options.json) return json(cli.io, { actions: lines, goal: world.isGoal(facts) })
      for (const one of lines) line(cli.io, one)
      if (world.isGoal(facts)) note(cli.io, 'the goal is reached here')
    })
}

const inOrder = (lines: readonly string[]) => lines.map((one, index) => ({ line: one, at: index + 1 }))

/** @returns `null` where something is wrong, which is printed. @throws OrreryError not-found, invalid-input, forbidden */
function read(cli: Cli, files: readonly string[], { json: asJson }: Options): Given | null {
  const isWorld = (file: string) => programLanguage(file) === 'pddl'
  const own = files.filter(isWorld)
  const [planFile, second] = files.filter((file) => !isWorld(file))
  const [first, ...others] = own
  if (first === undefined) throw usage('Name a domain and a problem (.pddl), or a game (.tw-pddl).')
  if (second !== undefined) throw usage(`"${second}" is a second plan. Name one.`)
  const paths = new Map<string, string>()
  const texts = others.length
    ? {
        text: textOf(first),
        files: Object.fromEntries(
          others.map((file, index) => {
            const name = `${index + 1}-${basename(file)}`
            paths.set(name, file)
            return [name, textOf(file)]
          })
        )
      }
    : readProgramFile(first)
  const { game, faults } = readGame(texts)
  const problems = faults.map(({ file, at, message }) => ({
    file:
      file === undefined
        ? first
        : (paths.get(file) ?? (texts.files && file in texts.files ? fileIn(first, file) : `${first}#${file}`)),
    ...at,
    message
  }))
  if (!game) {
    cli.exitCode = 1
    if (asJson) json(cli.io, { problems })
    else for (const problem of problems) line(cli.io, problemLine(problem))
    return null
  }
  return { game, plan: planFile === undefined ? null : { file: planFile, lines: planLines(textOf(planFile)) } }
}

const textOf = (file: string): string => decodeText(bytesIn(file, MOST_BYTES), `"${file}"`)

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
