// The tables of rules in docs/grounding.md are those of the code. `npm run docs` writes them again.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Rule } from '../src/core/grounds/rule.ts'
import { TABLES } from '../src/host/commands/route-tables.ts'
import { grounds } from '../src/host/grounds/index.ts'

const PAGE = 'docs/grounding.md'

// What a table says of its rules, by an action that each decides.
const EXAMPLES: Record<string, string> = {
  instruction: '`--turn-instruction "the disk is full"`',
  network: '`curl`; `localhost` is computed',
  'git-remote': '`git clone https://…`, `git push`',
  packages:
    '`apt install`, `npm install`; what is installed is listed, and outside of a virtual environment pip refuses as Debian does',
  services: '`systemctl status`',
  hardware: '`nvidia-smi`',
  'code-network': "`python3 -c 'import urllib.request …'`",
  'claimed-program': '`docker`, `psql`, `nproc`',
  stated: '`uptime`, where the text shows what it prints',
  unread: '`pgrep -c gunicorn`, where the text says “four workers of gunicorn”',
  denied: '`id irma`, where the text speaks of Irma',
  'claimed-file': '`cat data.csv`',
  diverged: 'anything behind such a recording',
  budget: "`python3 -c 'while True: pass'`, waited for an hour",
  question: '“is the task complete?”',
  tool: '`NotebookEdit`',
  machine: 'everything else'
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const row = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`

function table({ computes, rules }: { computes: string; rules: readonly Rule[] }, examples = false): string {
  const head = ['rule', 'who answers', 'why', ...(examples ? ['example'] : [])]
  const told = ({ name, by, why, programs = [] }: Rule) => [
    `\`${name}\``,
    by === 'ground' ? `the ${computes}` : 'the model',
    why + (programs.length > 0 ? ` ${programs.map((program) => `\`${program}\``).join(', ')}` : ''),
    ...(examples ? [EXAMPLES[name] ?? ''] : [])
  ]
  return [row(head), row(head.map(() => '---')), ...rules.map((one) => row(told(one)))].join('\n')
}

/** `text` with the first table behind `after` put in. */
function withTable(text: string, after: string, written: string): string {
  const from = text.indexOf(after)
  const start = text.indexOf('\n|', from) + 1
  const end = text.indexOf('\n\n', start)
  expect([from, start, end].every((at) => at > 0)).toBe(true)
  return text.slice(0, start) + written + text.slice(end)
}

it('docs/grounding.md has the tables of rules that `step --print route` prints', async () => {
  const { machine, widgets, search, 'mcp-servers': servers } = TABLES
  if (!machine || !servers || !widgets || !search) throw new Error('A table is gone.')
  let text = readFileSync(PAGE, 'utf8')
  text = withTable(text, "## The machine's rules", table(machine, true))
  text = withTable(text, '## The rules of search worlds', table(search))
  text = withTable(text, 'Worlds of a reference server have these rules.', table(servers))
  text = withTable(text, 'Pages in a browser', table(widgets))
  await expect(text).toMatchFileSnapshot(`../${PAGE}`)
})

it('docs/grounding.md has a row for every ground, by its id', () => {
  const text = readFileSync(PAGE, 'utf8')
  const [, list = ''] = text.split('\n## Grounds\n')
  const rows = [...(list.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)`/gm)].map(([, id]) => id)
  // One that needs an image or facts opens only where they are.
  const opened = grounds.flatMap(
    (open) => open({ home: 'none', resources: 'resources', facts: () => null, machine: null })?.id ?? []
  )
  const missing = 'Add a row to the table under "Grounds" in docs/grounding.md'
  expect(rows, missing).toEqual(expect.arrayContaining(opened))
  expect(rows, missing).toHaveLength(grounds.length)
})
