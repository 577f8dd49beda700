// `orrery perturbations`: what worlds can be disturbed by.
import type { Command } from 'commander'
import type { PerturbationRow } from '../../core/contract/perturbations.ts'
import { isObject } from '../../core/text/json.ts'
import { noSuch } from '../../core/text/nearest.ts'
import type { Cli, Io } from './door.ts'
import { json, line, table } from './print.ts'

const HELP = `
Examples:
  orrery perturbations stale-read
  echo 'ls' | orrery step --perturb truncated
  echo 'ls' | orrery step --perturb 'oversized:{"characters":5000}' --perturb truncated:when.turn=2`

export function perturbationsCommand(program: Command, cli: Cli): void {
  program
    .command('perturbations')
    .description('list what worlds can be disturbed by, or show one of them')
    .argument('[name]', 'the one to show')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (name: string | undefined, { json: asJson }: { json?: boolean }) => {
      const door = await cli.open()
      const rows = await door.call('perturbations.list', {})
      if (name === undefined) return asJson ? json(cli.io, rows) : list(cli.io, rows)
      const row = find(rows, name)
      const shown = await door.call('perturbations.preview', {
        use: { name, options: row.examples[0]?.options ?? {} },
        example: 0
      })
      if (asJson) return json(cli.io, { ...row, preview: shown })
      show(cli.io, row, shown)
    })
}

function find(rows: PerturbationRow[], name: string): PerturbationRow {
  const found = rows.find((row) => row.name === name)
  if (found) return found
  const names = rows.map((row) => row.name)
  throw noSuch('perturbation', name, names, 'orrery perturbations')
}

function list(io: Io, rows: PerturbationRow[]): void {
  for (const [kind, title] of KINDS) {
    line(io, title)
    table(
      io,
      rows.filter((row) => row.kind === kind).map(({ name, description }) => [`  ${name}`, description])
    )
    line(io, '')
  }
  line(io, 'More about one: orrery perturbations <name>')
}

const KINDS = [
  ['explicit', 'Explicit: the agent is told that something failed.'],
  ['implicit', 'Implicit: the agent has to find out.']
] as const

interface Shown {
  turns: { action: string }[]
  before: string
  after: string
  told: string[]
  firing: { detail: string } | null
}

function show(io: Io, row: PerturbationRow, { turns, before, after, told, firing }: Shown): void {
  const { name, title, kind, description, weakness, effects, domains, form } = row
  line(io, `${name}: ${title}\n${description}\nExposes: ${weakness}\n`)
  table(io, [
    ['kind', kind],
    ['how', effects.join(', ')],
    ['domains', domains.join(', ')]
  ])
  const options = optionsOf(form)
  line(io, options.length ? '\nOptions' : '\nIt has no options.')
  if (options.length)
    table(
      io,
      options.map(({ name, type, initial }) => [`  ${name}`, type, initial])
    )
  line(io, `\nExample: ${turns.at(-1)?.action ?? ''}`)
  if (firing) line(io, firing.detail)
  if (before !== after) line(io, `\n--- before\n${before}\n\n--- after\n${after}`)
  if (told.length) line(io, `\nThe model is told:\n${told.join('\n')}`)
}

/** One row for each option of a JSON schema. */
export function optionsOf(form: unknown): { name: string; type: string; initial: string }[] {
  const { properties, required } = Object(form)
  if (!isObject(properties)) return []
  return Object.entries(properties).map(([name, given]) => {
    const { type, enum: values, default: initial, minimum, maximum, anyOf } = Object(given)
    const range = typeof minimum === 'number' && typeof maximum === 'number' && maximum < 2 ** 31
    const kinds = Array.isArray(values)
      ? values.join(' | ')
      : (type ?? (Array.isArray(anyOf) ? 'text or object' : 'object'))
    return {
      name,
      type: range ? `${kinds}, ${minimum} to ${maximum}` : String(kinds),
      initial:
        initial !== undefined
          ? `default ${JSON.stringify(initial)}`
          : Array.isArray(required) && required.includes(name)
            ? 'required'
            : 'optional'
    }
  })
}
