// `orrery fiction`: fictional worlds, from files, from presets and from the engine.

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { readTable, scoreTable, tableLine } from '../../core/control/evaluate/table-answer.ts'
import { OrreryError } from '../../core/errors.ts'
import { explain } from '../data/disk-errors.ts'
import { noFile } from '../data/plain-file.ts'
import { checkPlain } from '../data/regular-file.ts'
import { MOST_IMPORT } from '../grounds/facts/import.ts'
import { type Cli, checkOut, readText, usage } from './door.ts'
import { json, line, note, progress, table } from './print.ts'
import { positive, whole } from './values.ts'

interface AskOptions {
  sql: string
  question?: string
  write: 'template' | 'model'
  seed?: number
  json?: boolean
}

const HELP = `
A world uses one with --scenario, or with "fiction": {"name": "..."} in its setup.

Example:
  orrery fiction import rivers.csv --name rivers --premise "The Orm valley does not exist." --date 2031-05-01
  orrery fiction generate phones --preset time-shifted --seed 7
  orrery fiction check rivers --answer "412 km"
  orrery fiction ask marathons-2031 --sql "SELECT name FROM races WHERE city = 'Valencia'"`

export function fictionCommands(program: Command, cli: Cli): void {
  const fiction = program
    .command('fiction')
    .description('list, import, export, generate and check fictional worlds')
    .addHelpText('after', HELP)

  fiction
    .command('list', { isDefault: true })
    .description('list the fictional worlds')
    .option('--json', 'print JSON')
    .action(async ({ json: asJson }: { json?: boolean }) => {
      const found = await (await cli.open()).call('fictions.list', {})
      if (asJson) return json(cli.io, found)
      table(
        cli.io,
        found.map(({ name, strategy, tables, hash, title }) => [
          name,
          strategy ?? '-',
          tables.map((one) => `${one.rows} ${one.name}`).join(', '),
          hash.slice(0, 10),
          title
        ])
      )
    })

  fiction
    .command('show <name>')
    .description('print a specification, or the rows of a table')
    .option('--table <table>', 'print the rows of this table, a JSON line each')
    .action(async (name: string, { table: of }: { table?: string }) => {
      const door = await cli.open()
      if (of === undefined) return json(cli.io, (await door.call('fictions.get', { name })).spec)
      for (let offset = 0, total = 1; offset < total; offset += 1000) {
        const page = await door.call('fictions.rows', { name, table: of, offset, limit: 1000 })
        total = page.total
        for (const row of page.rows) line(cli.io, JSON.stringify(row))
      }
    })

  fiction
    .command('import <file...>')
    .description('import CSV files or a SQLite database, as a new world or as further tables of one')
    .requiredOption('--name <name>', 'name of the fictional world')
    .option('--title <title>', 'title')
    .option('--premise <text>', 'what sets it apart from the real world')
    .option('--date <date>', 'its present day, YYYY-MM-DD')
    .option('--json', 'print JSON')
    .action(
      async (
        paths: string[],
        {
          json: asJson,
          name,
          ...about
        }: { json?: boolean; name: string; title?: string; premise?: string; date?: string }
      ) => {
        const files = await Promise.all(
          paths.map(async (path) => {
            checkPlain(path, { most: MOST_IMPORT })
            if (!existsSync(path)) throw noFile(path)
            return { name: basename(path), base64: (await readFile(path)).toString('base64') }
          })
        )
        const made = await (await cli.open()).call('fictions.import', { name, files, ...about })
        if (asJson) return json(cli.io, made)
        line(cli.io, `Imported "${name}": ${made.tables.map((one) => `${one.rows} ${one.name}`).join(', ')}.`)
      }
    )

  fiction
    .command('export <name>')
    .description('write it to a file: a SQLite database that an import reads back whole, or one table as CSV')
    .requiredOption('--out <file>', 'the file; one that is there is replaced')
    .option('--table <table>', 'only this table, as CSV')
    .action(async (name: string, { out, table: of }: { out: string; table?: string }) => {
      checkOut(out)
      const door = await cli.open()
      const input = of === undefined ? { name, as: 'sqlite' as const } : { name, as: 'csv' as const, table: of }
      const file = await door.call('fictions.export', input)
      const bytes = 'text' in file ? Buffer.from(file.text) : Buffer.from(file.base64, 'base64')
      await writeFile(out, bytes).catch((error: unknown) => {
        throw explain(error, out)
      })
      line(cli.io, `Wrote ${out}`)
    })

  generateCommand(fiction, cli)
  checkAndDeleteCommands(fiction, cli)
}

function generateCommand(fiction: Command, cli: Cli): void {
  fiction
    .command('generate <name>')
    .description('have the model invent the rows that tables still lack; an interrupted command resumes')
    .option('--preset <strategy>', 'make it from this preset first: time-shifted, long-tail, private, realistic')
    .option('--table <table...>', 'only these tables')
    .option('--rows <n>', 'rows that each table is to have (default: as specified)', positive)
    .option('--seed <n>', 'another seed gives other rows; the same one the same', whole, 0)
    .option('--json', 'print JSON')
    .action(
      async (
        name: string,
        {
          preset,
          table: tables,
          rows,
          seed,
          json: asJson
        }: { preset?: string; table?: string[]; rows?: number; seed: number; json?: boolean }
      ) => {
        const door = await cli.open()
        if (preset !== undefined) {
          const all = await door.call('fictions.presets', {})
          const found = all.find((one) => one.name === preset)
          if (!found)
            throw new OrreryError(
              'not-found',
              `There is no preset "${preset}". Use one of: ${all.map((one) => one.name).join(', ')}.`
            )
          const known = await door.call('fictions.list', {})
          if (!known.some((one) => one.name === name)) await door.call('fictions.create', { name, spec: found.spec })
        }
        const bar = progress(cli.io)
        let done = { rows: 0, dropped: 0 }
        await door.stream(
          'fictions.generate',
          { name, seed, ...(tables && { tables }), ...(rows !== undefined && { rows }) },
          {
            signal: cli.signal,
            on(event) {
              if (event.type === 'progress')
                bar.show(
                  `Inventing ${event.table}`,
                  event.total ? event.done / event.total : 1,
                  `${event.done} of ${event.total}`
                )
              else if (event.type === 'dropped') note(cli.io, `Dropped a row of ${event.table}: ${event.reason}`)
              else done = event
            }
          }
        )
        bar.clear()
        if (asJson) return json(cli.io, { name, rows: done.rows, dropped: done.dropped })
        line(cli.io, `Added ${done.rows} rows to "${name}"; ${done.dropped} were dropped.`)
      }
    )
}

function checkAndDeleteCommands(fiction: Command, cli: Cli): void {
  fiction
    .command('check <name>')
    .description('check every row, and with --answer whether a reference answer can be guarded')
    .option('--answer <text>', 'a reference answer')
    .option('--alias <text...>', 'other ways to say it')
    .option('--json', 'print JSON')
    .action(
      async (name: string, { answer, alias, json: asJson }: { answer?: string; alias?: string[]; json?: boolean }) => {
        const reference =
          answer === undefined ? {} : { reference: { question: '', answer, ...(alias && { aliases: alias }) } }
        const { problems, reveal, warnings } = await (await cli.open()).call('fictions.check', { name, ...reference })
        cli.exitCode = problems.length ? 1 : 0
        if (asJson) return json(cli.io, { problems, reveal, warnings })
        for (const { table: of, row, message } of problems) line(cli.io, `${of}, row ${row}: ${message}`)
        for (const warning of warnings) note(cli.io, warning)
        for (const place of reveal) line(cli.io, `The answer is shown by ${place}`)
        if (!problems.length) line(cli.io, `Every row of "${name}" fits.`)
      }
    )

  fiction
    .command('ask <name>')
    .description('make a question whose answer is what a query of SQL over its tables comes to')
    .requiredOption('--sql <query>', 'one SELECT')
    .option('--question <text>', 'the question, in your own words')
    .addOption(new Option('--write <by>', 'who words it otherwise').choices(['template', 'model']).default('template'))
    .option('--seed <n>', 'seed of the model', whole)
    .option('--json', 'print JSON')
    .action(async (name: string, { json: asJson, ...asked }: AskOptions) => {
      const made = await (await cli.open()).call('fictions.ask', { name, ...asked })
      if (asJson) return json(cli.io, made)
      line(cli.io, `question (${made.by}): ${made.question}`)
      line(cli.io, `answer: ${made.answer.includes('\n') ? `\n${made.answer}` : made.answer}`)
      if (made.note) note(cli.io, made.note)
    })

  fiction
    .command('score')
    .description('F1 by item and by row of an answer that is a table (Markdown, or a list of objects as JSON)')
    .requiredOption('--truth <file>', 'the right table')
    .requiredOption('--answer <file>', 'the table that was given')
    .option('--json', 'print JSON')
    .action(async ({ truth, answer, json: asJson }: { truth: string; answer: string; json?: boolean }) => {
      const wanted = readTable(await readText(truth))
      if (!wanted) throw usage(`"${truth}" holds no table with a row.`)
      const given = readTable(await readText(answer))
      const score = scoreTable(given, wanted)
      if (!given) note(cli.io, `"${answer}" holds no table with a row: nothing in it counts as right.`)
      if (asJson) json(cli.io, score)
      else line(cli.io, tableLine(score))
    })

  fiction
    .command('delete <name>')
    .description('delete a fictional world; worlds that were made with it keep their facts')
    .action(async (name: string) => {
      await (await cli.open()).call('fictions.delete', { name })
      line(cli.io, `Deleted "${name}".`)
    })
}
