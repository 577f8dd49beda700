// `orrery export`: worlds as files of any format, to a file, a folder or stdout.
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { ExporterRow } from '../../core/contract/formats.ts'
import type { StreamEvent } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { coverageRows } from '../../core/formats/coverage-words.ts'
import { exporters, findExporter } from '../../core/formats/exporters/index.ts'
import { judgeChooses, NO_CANDIDATES } from '../../core/formats/judged-best.ts'
import { buildAssets, hasAsset } from '../launch/build.ts'
import { type Cli, type Door, ROOT, readOption, usage } from './door.ts'
import { type JudgeOptions, judgeOf, oddVotes } from './judge-options.ts'
import { judgedPredictions } from './judged-items.ts'
import { bytes, json, line, note, progress, table } from './print.ts'
import { findSession } from './sessions.ts'

interface Options extends JudgeOptions {
  format: string
  all?: boolean
  branch?: string
  out?: string
  option: Record<string, unknown>
  coverage?: boolean
  list?: boolean
  json?: boolean
}

export function exportCommand(program: Command, cli: Cli): void {
  program
    .command('export [session...]')
    .description('export worlds to a file, a folder or stdout')
    .addOption(
      new Option('--format <name>', 'export format; see --list')
        .choices(exporters.map(({ name }) => name))
        .default('orrery')
    )
    .option('--all', 'export every world')
    .option('--branch <id>', 'for formats that hold one branch: id or title (default: main, else the first)')
    .option('-o, --out <path>', 'output file; for several files, a folder or a .zip (default: stdout, also as -)')
    .option('--option <key=value>', 'format option; can be repeated', readOption, {})
    .option(
      '--coverage',
      'export nothing; say what behaviour the worlds cover: kinds of turns, tools used, errors, ends'
    )
    .option('--judge-model <id>', 'with --option best=judge: a model of this machine that chooses, or in-use')
    .option('--judge-base-url <url>', 'the judge is a model of this server (reads the key from OPENAI_API_KEY)')
    .option('--votes <n>', 'votes of the judge for each prediction, an odd number (default: 3)', oddVotes)
    .option('--list', 'list the formats and their options')
    .option('--json', 'print a report as JSON')
    .action(async (wanted: string[], options: Options) => {
      if (options.out === '-') delete options.out
      const door = await cli.open()
      const formats = await door.call('formats.list', {})
      if (options.list) return options.json ? json(cli.io, formats) : list(cli, formats)
      const sessions = await chosen(door, wanted, options)
      if (options.coverage) {
        const found = await door.call('formats.coverage', { sessions, branch: options.branch })
        return options.json
          ? json(cli.io, found)
          : table(
              cli.io,
              coverageRows(found).map((row) => [...row])
            )
      }
      const format = formats.find(({ name }) => name === options.format)
      const several = format?.layout === 'folder' || (format?.layout === 'apart' && sessions.length > 1)
      if (options.out === undefined && several) {
        throw usage('This export writes several files. Name a folder or a .zip with --out.')
      }
      const input = {
        ...{ sessions, format: options.format, branch: options.branch },
        // From readOption: JSON, or text.
        options: options.option as Record<string, string>,
        ...(format && asksJudge(format, options) && { scores: await judgedScores(cli, door, sessions, options) })
      }
      const { asset } = findExporter(options.format)
      if (asset !== undefined && !hasAsset(ROOT, asset)) {
        note(cli.io, 'Building the player (once)…')
        await buildAssets(ROOT)
      }
      const to = options.out === undefined ? ({ kind: 'chunks' } as const) : pathTo(options.out)
      const bar = progress(cli.io, { lines: false })
      let text = ''
      let filename = ''
      const out = output(cli, (piece) => {
        text += piece
      })
      const on = async (event: StreamEvent<'formats.export'>): Promise<void> => {
        switch (event.type) {
          case 'file':
            filename = event.name
            if (to.kind === 'chunks') out.begin(event.mediaType, options.json === true)
            break
          case 'progress':
            if (to.kind === 'path' || !cli.io.stdout.isTTY) {
              bar.show('Exporting', event.total ? Math.min(1, event.done / event.total) : null, bytes(event.bytes))
            }
            break
          case 'chunk':
            await out.write(Buffer.from(event.base64, 'base64'))
            break
          case 'done':
            bar.clear()
            if (to.kind === 'chunks') {
              if (options.json) json(cli.io, { filename, text })
            } else if (options.json) {
              const { files, losses, warnings } = event
              json(cli.io, {
                file: options.out,
                format: options.format,
                bytes: event.bytes,
                files,
                losses,
                ...(warnings && { warnings })
              })
            } else note(cli.io, `Wrote ${options.out}`)
            // The format says itself what it does not hold; a lossless one has nothing to say.
            if (!options.json) for (const warning of event.warnings ?? []) note(cli.io, warning)
            if (!options.json) for (const loss of event.losses) note(cli.io, `not included: ${loss}`)
            break
          default:
            event satisfies never
        }
      }
      try {
        await door.stream('formats.export', { ...input, to }, { signal: cli.signal, on })
      } finally {
        bar.clear()
      }
    })
}

/** Whether a judge is to choose. @throws CommanderError where there would be nothing to choose */
function asksJudge(format: ExporterRow, { option, judgeModel }: Options): boolean {
  const chooses = judgeChooses(format, option)
  if (chooses === 'yes') return true
  if (chooses === 'apart')
    throw usage(
      `A judge chooses in rows of single turns of a world model. Add --option view=world --option rows=turn to the format ${format.name}.`
    )
  if (judgeModel === undefined) return false
  throw usage('--judge-model is for the training formats with --option best=judge.')
}

/** What the judge gives the predictions of these worlds, from 0 to 1; one that it cannot score has none. @throws OrreryError for a judge that is refused */
async function judgedScores(
  cli: Cli,
  door: Door,
  sessions: string[],
  options: Options
): Promise<Record<string, number>> {
  const judge = judgeOf(options)
  if (!judge) throw usage('--option best=judge needs a judge: name it with --judge-model.')
  const items = await door.call('formats.candidates', { sessions, branch: options.branch })
  if (!items.length) throw new OrreryError('invalid-input', NO_CANDIDATES)
  const { rubric } = await judgedPredictions(cli, door, { judge, seed: 0, items })
  if (!rubric)
    throw new OrreryError(
      'invalid-input',
      `The judge ${judge.model} is refused: its scores do not follow what is known to be wrong. orrery judge calibrate shows them.`
    )
  return Object.fromEntries(
    rubric.report.items.flatMap(({ id, score }) => (score === null ? [] : [[id, score / 100] as const]))
  )
}

const pathTo = (path: string) => ({ kind: 'path', path: resolve(path) }) as const

async function chosen(door: Door, wanted: string[], { all }: Options): Promise<string[]> {
  if (all && wanted.length) throw usage('Name worlds, or use --all, not both.')
  if (!all && !wanted.length) throw usage('Name the worlds to export, or use --all. orrery sessions lists them.')
  if (!all) return Promise.all(wanted.map((id) => findSession(door, id)))
  const ids = (await door.call('worlds.list', {})).map(({ id }) => id)
  if (!ids.length) throw usage('There are no worlds to export.')
  return ids
}

/** Stdout for bytes: waits for a slow reader, decodes text for a terminal, refuses to show anything else there. */
function output(cli: Cli, collect: (text: string) => void) {
  const { stdout } = cli.io
  const decoder = new TextDecoder()
  let collecting = false
  return {
    begin(mediaType: string, asJson: boolean): void {
      collecting = asJson
      const isText = /^text\/|json|yaml|asciicast/.test(mediaType)
      if (asJson && !isText) throw usage('--json works only with text formats. Name a file with --out.')
      if (stdout.isTTY && !isText) throw usage('This format is not text. Name a file with --out, or redirect stdout.')
    },
    async write(piece: Uint8Array): Promise<void> {
      if (collecting) return collect(decoder.decode(piece, { stream: true }))
      const ready = stdout.write(stdout.isTTY ? decoder.decode(piece, { stream: true }) : piece)
      if (ready === false && stdout.once) await new Promise<void>((then) => stdout.once?.('drain', then))
    }
  }
}

function list(cli: Cli, formats: ExporterRow[]): void {
  const purposes = { watch: 'view', train: 'train', evaluate: 'evaluate', keep: 'archive' }
  table(
    cli.io,
    formats.map(({ name, purpose, lossless, description }) => [
      name,
      purposes[purpose],
      lossless ? 'lossless' : '',
      description
    ])
  )
  for (const { name, form } of formats) {
    for (const [key, schema] of Object.entries(form.properties ?? {})) {
      line(
        cli.io,
        `${name} --option ${key}=${JSON.stringify(schema?.default ?? null)}  ${schema?.description ?? ''}`.trimEnd()
      )
    }
  }
}
