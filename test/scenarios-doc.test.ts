// The list in docs/scenarios.md is that of the files. `npm run docs` writes it again.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findDomain } from '../src/core/domains/index.ts'
import { readAll } from './host/control/runs/shipped.ts'

const PAGE = 'docs/scenarios.md'
const HEAD = '## Scenarios that come with Orrery\n'

const cell = (text: string) => text.replaceAll('|', '\\|')

function table(scenarios: ReturnType<typeof readAll>): string {
  const rows = scenarios.map(({ name, setup, description, teaches = '' }) => {
    const faults = [...new Set(setup.perturbations.map((use) => `[${use.name}](perturbations.md#${use.name})`))]
    return [`\`${name}\``, findDomain(setup.domain).title, faults.join(', ') || 'none', description, teaches]
  })
  const head = ['name', 'world', 'fault', 'what happens', 'what it teaches']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}

it('docs/scenarios.md lists what the scenarios that come with Orrery teach', async () => {
  const text = readFileSync(PAGE, 'utf8')
  const [before = '', ...rest] = text.split(HEAD)
  expect(rest).toHaveLength(1)
  const files = readAll('scenarios')
  const checked = files.filter(({ checks }) => checks.length > 0)
  const list = [
    `${checked.length} scenarios are judged without a model, in all kinds of worlds. The other ${files.length - checked.length} in \`resources/scenarios\` have no checks: they are worlds to start from. This list is written from the files by \`npm run docs\`.`,
    table(checked),
    'These need a model:',
    table(readAll('scenarios/with-model')),
    'These are judged by a model; their worlds need none:',
    table(readAll('scenarios/judged'))
  ]
  await expect(`${before}${HEAD}\n${list.join('\n\n')}\n`).toMatchFileSnapshot(`../${PAGE}`)
})

it('README.md has the number of scenarios that are judged without a model', async () => {
  const text = readFileSync('README.md', 'utf8')
  const count = readAll('scenarios').filter(({ checks }) => checks.length > 0).length
  const places = [/\d+(?= of them come with Orrery)/, /(?<=, and the )\d+(?= that come with Orrery)/]
  expect(places.filter((place) => !place.test(text))).toEqual([])
  const written = places.reduce((text, place) => text.replace(place, String(count)), text)
  await expect(written).toMatchFileSnapshot('../README.md')
})
