// What every perturbation in the list must keep, whoever wrote it.
import { expect, it } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { perturbations } from '../../../../src/core/faults/perturbations/index.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { show } from './worlds.ts'

const examples = perturbations.flatMap((one) =>
  one.examples.map((example, nth) => ({ title: `${one.name}, example ${nth + 1} (${example.domain})`, one, example }))
)

it.each(examples)('34.19 $title takes part and changes what is seen, asked or broken', async ({ one, example }) => {
  const { text, firings } = await show(one.name, example)
  expect(firings.map(({ name }) => name)).toContain(one.name)
  const written = example.turns.at(-1)?.observation
  const told = firings.some(({ effect }) => effect === 'instruct' || effect === 'change')
  if (!told) expect(text).not.toBe(written)
})

it.each(perturbations)(
  '34.19 $name says what it does and what it shows, and serves the worlds of its examples',
  (one) => {
    for (const said of [one.description, one.weakness]) expect(said).toMatch(/^\p{Lu}.+\.$/u)
    for (const { domain, options = {} } of one.examples) {
      expect(one.serves?.(findDomain(domain)) ?? true, domain).toBe(true)
      expect(one.options.safeParse(options).success).toBe(true)
    }
  }
)

it('34.19 names are unique', () => {
  const names = perturbations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

it.each(examples.filter(({ example }) => findDomain(example.domain).screen))(
  '$title leaves a screen that its reader reads without a warning',
  async ({ one, example }) => {
    const { text } = await show(one.name, example)
    const given = readScreen(example.turns.at(-1)?.observation ?? '')
    const read = readScreen(text)
    if (!('screen' in given)) return
    if (!['cookie-banner', 'moved-element', 'slow-gui', 'unexpected-dialog'].includes(one.name)) return
    expect(read).toMatchObject({ screen: { format: given.screen.format, warnings: [] } })
  }
)
