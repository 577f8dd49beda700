// docs/perturbations.md is the catalogue. `npm run docs` writes it again.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { catalogue } from '../src/core/control/catalogue.ts'
import { domains } from '../src/core/domains/index.ts'
import { PRESETS, presetsOf } from '../src/core/faults/presets.ts'
import { preview } from '../src/core/step/preview.ts'
import { optionsOf } from '../src/host/commands/perturbations.ts'

const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const table = (head: string[], rows: string[][]) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const fenced = (text: string) => `\`\`\`\`text\n${short(text)}\n\`\`\`\``

// An example is there to be looked at, not to be read through.
const MOST_LINES = 24
const MOST_LINE = 400
function short(text: string): string {
  const lines = text.replace(/\n+$/, '').split('\n')
  const shown = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > MOST_LINE ? `${line.slice(0, MOST_LINE)} ...` : line))
  const left = lines.length - MOST_LINES
  return [...shown, ...(left > 0 ? [`... ${left} more lines`] : [])].map((line) => line.trimEnd()).join('\n')
}

async function page(): Promise<string> {
  const entries = catalogue()
  const list = (kind: string) =>
    table(
      ['name', 'what happens', 'what it exposes'],
      entries
        .filter((one) => one.kind === kind)
        .map((one) => [`[\`${one.name}\`](#${one.name})`, one.description, one.weakness])
    )
  const parts: string[] = []
  for (const one of entries) {
    const [example] = one.examples
    const shown = await preview({ name: one.name, options: example?.options ?? {} }, { example: 0 })
    const options = optionsOf(z.toJSONSchema(one.options, { io: 'input', unrepresentable: 'any' }))
    const everywhere = one.domains.length === domains.length
    parts.push(
      [
        `### ${one.name}`,
        `**${one.title}** (${one.kind}, ${one.effects.join(' and ')}). ${one.description}`,
        `Exposes: ${one.weakness}`,
        `Worlds: ${everywhere ? 'all' : one.domains.join(', ')}.`,
        options.length
          ? table(
              ['option', 'type', 'value'],
              options.map(({ name, type, initial }) => [`\`${name}\``, type, initial])
            )
          : 'No options.',
        `Example (${shown.domain}): \`${shown.turns.at(-1)?.action}\`. ${shown.firing?.detail ?? ''}`.trim(),
        ...(shown.before === shown.after ? [] : ['Before:', fenced(shown.before), 'After:', fenced(shown.after)]),
        ...(shown.told.length ? ['The model is told:', fenced(shown.told.join('\n'))] : [])
      ].join('\n\n')
    )
  }
  const presets = domains.map((domain) => {
    const lists = presetsOf(domain)
    return [
      domain.title,
      ...PRESETS.slice(1).map(({ name }) => lists[name].map((use) => use.name).join(', ') || 'none')
    ]
  })
  return `${[
    '# Perturbations',
    'What worlds can be disturbed by. This page is written from the catalogue by `npm run docs`; edit the perturbations in `src/core/faults/perturbations`.',
    'A world lists its perturbations in its rules, in a scenario file, or as `orrery step --perturb NAME`. `when` says when one takes part: turn, call, tool, action, probability and more. Without a model: those that *answer*, *alter* or *break*. Those that *instruct* ask the model, check what it wrote, ask once more, and otherwise count as "did not take".',
    '![The gallery: a perturbation, what it does to a sample, its options](screenshots/perturbations-light.png)',
    '## Explicit',
    'The agent is told that something failed.',
    list('explicit'),
    '## Implicit',
    'The agent has to find out.',
    list('implicit'),
    '## Presets',
    PRESETS.map(({ name, title, description }) => `- **${name}, ${title.toLowerCase()}**: ${description}`).join('\n'),
    table(['world', ...PRESETS.slice(1).map(({ name }) => name)], presets),
    '## All',
    ...parts
  ].join('\n\n')}\n`
}

it('docs/perturbations.md is what the catalogue says', async () => {
  await expect(await page()).toMatchFileSnapshot('../docs/perturbations.md')
})
