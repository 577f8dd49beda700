// The table of commands in docs/command-line.md is printed from the commands themselves. `npm run docs` writes it again.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { program } from '../src/host/commands/cli.ts'
import type { Cli } from '../src/host/commands/door.ts'

const PAGE = 'docs/command-line.md'

// Where more is said of a command.
const MORE: Record<string, string> = {
  agent: 'agents.md',
  agents: 'agents.md',
  bench: 'bench/README.md',
  consistency: 'fidelity.md',
  export: 'formats.md',
  fiction: 'fictional-worlds.md',
  gate: 'fidelity.md',
  import: 'formats.md',
  lab: 'grounding.md',
  merge: 'scenarios.md',
  model: 'models.md',
  pddl: 'pddl.md',
  perturbations: 'perturbations.md',
  program: 'programs.md',
  reward: 'rewards.md',
  run: 'scenarios.md',
  scenario: 'scenarios.md',
  templates: 'prompt-packs.md',
  tools: 'worlds-as-data.md'
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`

function table(): string {
  // Nothing of it is used before a command runs.
  const { commands } = program({} as Cli)
  const rows = commands.map((command) => {
    const name = command.name()
    const page = MORE[name]
    return [
      `\`${name}\``,
      command.description(),
      command.commands.map((one) => `\`${one.name()}\``).join(', '),
      page === undefined ? '' : `[${page}](${page})`
    ]
  })
  expect(Object.keys(MORE).filter((name) => !commands.some((one) => one.name() === name))).toEqual([])
  const head = ['command', 'what it does', 'its commands', 'more']
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

it('docs/command-line.md lists every command, in the words of its help', async () => {
  const text = readFileSync(PAGE, 'utf8')
  const start = text.indexOf('\n| command ') + 1
  const end = text.indexOf('\n\n', start)
  expect([start, end].every((at) => at > 0)).toBe(true)
  await expect(text.slice(0, start) + table() + text.slice(end)).toMatchFileSnapshot(`../${PAGE}`)
})
