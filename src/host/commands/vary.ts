// `orrery vary`: scenarios made of one scenario, world or recording.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { StreamEvent } from '../../core/contract/index.ts'
import {
  type DroppedVariation,
  type KeptVariation,
  VARIATION_KINDS,
  VariationKind,
  type VariationSource
} from '../../core/control/variation.ts'
import { OrreryError } from '../../core/errors.ts'
import { noSuch } from '../../core/text/nearest.ts'
import { explain } from '../data/disk-errors.ts'
import { makeFolder } from '../data/home.ts'
import { checkPlain } from '../data/regular-file.ts'
import { readScenarioFile } from '../library/scenario-file.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, usage } from './door.ts'
import { json, line, note, progress, table } from './print.ts'
import { findSession, openBranch } from './sessions.ts'
import { positive, whole } from './values.ts'

interface Options extends EngineChoice {
  world?: string
  branch?: string
  n: number
  seed: number
  kinds: VariationKind[]
  with?: string[]
  out?: string
  json?: boolean
}

const HELP = `
FILE is a scenario's file, the name of a scenario or the name of a recording. What is varied, taken in turns:
  state       other names, files, ids and numbers, the same everywhere
  intent      the task in other words
  difficulty  more or less help, a longer or shorter chain, faults of the presets E1 to E3
  compose     a second scenario of the same kind of world is done after it

A scenario is kept if it validates, if the original's answers pass its checks, and if changed runs do not pass. What was dropped is listed with
the reason. The same seed gives the same files. With --model or --engine the model rephrases and invents; it has to pass the same tests.
An interrupted command resumes when it is repeated.

Example:
  orrery vary helpdesk-late-ticket -n 20 --seed 7 --out variations
  orrery run variations`

export function varyCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('vary [file]'))
    .description('make variations of a scenario, a world or a recording')
    .option('--world <id>', 'vary this world')
    .option('--branch <id>', 'branch id or title of the world (default: main, else the first)')
    .option('-n <count>', 'how many scenarios are wanted', positive, 10)
    .option('--seed <n>', 'another seed gives other scenarios; the same one the same', whole, 0)
    .option('--kinds <kinds>', `any of ${VARIATION_KINDS.join(', ')}, with commas`, kindsOf, [...VARIATION_KINDS])
    .option('--with <name...>', 'join goals only with these scenarios of the library')
    .option('--out <folder>', 'write the scenarios to this folder, replacing files of the same names')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, options: Options) => {
      if ((file === undefined) === (options.world === undefined)) throw usage('Name a FILE, or a world with --world.')
      // Nobody watches: recorded answers come at once.
      const door = await cli.open({ ...options, tempo: 0 })
      const from = await sourceOf(door, file, options)
      const by = options.model !== undefined || options.engine !== undefined ? 'model' : 'rules'
      const input = { from, n: options.n, seed: options.seed, kinds: options.kinds, by } as const
      const bar = progress(cli.io)
      const [kept, dropped]: [KeptVariation[], DroppedVariation[]] = [[], []]
      const on = (event: StreamEvent<'scenarios.vary'>) => {
        if (event.type === 'started' && event.known) note(cli.io, `${event.known} of ${event.total} are from before.`)
        if (event.type !== 'varied') return
        if (event.kept) kept.push(event.kept)
        for (const one of event.dropped) dropped.push(one)
        bar.show('Varying', event.done / event.total, `${event.done} of ${event.total}`)
      }
      const more = options.with ? { partners: options.with } : {}
      await door.stream('scenarios.vary', { ...input, ...more }, { signal: cli.signal, on })
      bar.clear()
      const files = options.out === undefined ? [] : writeAll(options.out, kept)
      if (!kept.length) cli.exitCode = 1
      if (options.json) return json(cli.io, { kept, dropped, files })
      table(
        cli.io,
        kept.map(({ name, how }) => [name, how])
      )
      for (const text of told(dropped)) note(cli.io, text)
      line(cli.io, summary(kept.length, dropped.length, options.out))
    })
}

function kindsOf(text: string): VariationKind[] {
  return text.split(',').map((name) => {
    const read = VariationKind.safeParse(name.trim())
    if (read.success) return read.data
    throw new InvalidArgumentError(`there is no kind "${name.trim()}"; use ${VARIATION_KINDS.join(', ')}`)
  })
}

/** @throws OrreryError not-found; invalid-input for a file with problems */
async function sourceOf(door: Door, file: string | undefined, { world, branch }: Options): Promise<VariationSource> {
  if (world !== undefined) {
    const session = await findSession(door, world)
    return { session, branch: (await openBranch(door, session, branch)).id }
  }
  const name = file ?? ''
  const path = existsSync(name) ? name : await fileNamed(door, name)
  if (path === null) return { recording: name }
  const { scenario, problems } = readScenarioFile(path)
  if (scenario) return { scenario }
  const [first] = problems
  throw new OrreryError('invalid-input', `${first?.file}:${first?.line}:${first?.column}: ${first?.message}`)
}

/** The file of a scenario by its name; `null` for the name of a recording. */
async function fileNamed(door: Door, name: string): Promise<string | null> {
  const scenarios = await door.call('scenarios.list', {})
  const known = scenarios.find((one) => one.name === name)
  if (known) return known.file
  const recordings = await door.call('worlds.samples', {})
  if (recordings.some((one) => one.name === name)) return null
  const names = [...scenarios, ...recordings].map((one) => one.name)
  throw noSuch('file, scenario or recording', name, names, 'orrery scenario list')
}

/** @throws OrreryError forbidden, disk-full; invalid-input for what is there and no file */
function writeAll(folder: string, kept: readonly KeptVariation[]): string[] {
  makeFolder(folder)
  return kept.map(({ name, text }) => {
    const file = join(folder, `${name}.yaml`)
    checkPlain(file)
    try {
      writeFileSync(file, text)
    } catch (error) {
      throw explain(error, file)
    }
    return file
  })
}

/** Each reason once, with how often it was met. */
function told(dropped: readonly DroppedVariation[]): string[] {
  const counts = new Map<string, number>()
  for (const { kind, how, reason } of dropped) {
    const text = `Dropped ${[kind, how].filter(Boolean).join(', ')}: ${reason}`
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text))
}

function summary(kept: number, dropped: number, out: string | undefined): string {
  const counts = `Kept ${kept}; ${dropped} were dropped.`
  if (!kept) return counts
  return out === undefined
    ? `${counts} Nothing was written: --out names a folder.`
    : `${counts} Run them: orrery run ${out}`
}
