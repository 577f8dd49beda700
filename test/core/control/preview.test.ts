// Previews of the catalogue and its presets: what the gallery and the command line show.
import { expect, it } from 'vitest'
import { catalogue } from '../../../src/core/control/catalogue.ts'
import { domains, findDomain } from '../../../src/core/domains/index.ts'
import { perturbations } from '../../../src/core/faults/perturbations/index.ts'
import { PRESETS, presetsOf } from '../../../src/core/faults/presets.ts'
import { preview } from '../../../src/core/step/preview.ts'
import { show, take } from '../faults/perturbations/worlds.ts'

const examples = perturbations.flatMap((one) => one.examples.map((example, nth) => ({ name: one.name, example, nth })))

it.each(examples)(
  'the preview of $name, example $nth, is what a real turn comes to',
  async ({ name, example, nth }) => {
    const { options = {} } = example
    const seen = await preview({ name, options }, { example: nth })
    const real = await show(name, example)
    expect(seen.after).toBe(real.text)
    // Whether it took is only known once a model has answered.
    const { took: _, ...firing } = real.firings[0] ?? {}
    expect(seen.firing).toEqual(firing)
  }
)

it('a preview says what is wrong with options, and shows an example of the domain that is asked for', async () => {
  await expect(preview({ name: 'slow-gui', options: { turns: 0 } })).rejects.toThrow(/turns/)
  await expect(preview({ name: 'slow-gui', options: {} }, { example: 99 })).rejects.toThrow(/counted from 0/)
  await expect(preview({ name: 'slow-gu', options: {} })).rejects.toThrow(/slow-gui/)
  expect(await preview({ name: 'slow-gui', options: {} }, { domain: 'os' })).toMatchObject({ domain: 'os' })
})

it('the catalogue says of each how it works and where', () => {
  expect(catalogue().find(({ name }) => name === 'unexpected-dialog')).toMatchObject({
    kind: 'explicit',
    effects: ['answers', 'alters'],
    domains: ['web', 'android', 'os']
  })
  expect(catalogue()).toHaveLength(perturbations.length)
})

it.each(domains)('presets of $id have what can happen there, and nothing else', (domain) => {
  const presets = presetsOf(domain)
  expect(Object.keys(presets)).toEqual(PRESETS.map(({ name }) => name))
  expect(presets.E0).toEqual([])
  const kinds = Object.values(presets).map((uses) =>
    uses.map(({ name, options }) => {
      const found = perturbations.find((one) => one.name === name)
      expect(found?.serves?.(domain) ?? true, name).toBe(true)
      expect(found?.options.safeParse(options).success, name).toBe(true)
      return found?.kind
    })
  )
  expect(kinds[1]?.every((kind) => kind === 'explicit')).toBe(true)
  expect(kinds[2]?.every((kind) => kind === 'implicit')).toBe(true)
  expect(kinds[2]).not.toHaveLength(0)
})

it('faults of a preset come in turns, each so often, from the second turn on', async () => {
  const web = presetsOf(findDomain('web'))
  const page = (number: number) =>
    `URL: https://a.example/${number}\nTab 0 (current): A\n\nRootWebArea 'A', focused\n\t[14] link 'One ${number}', clickable\n\t[15] link 'Two', clickable`
  const turns = Array.from({ length: 12 }, (_, at) => ({ action: "click('15')", observation: page(at) }))
  const taken = await take({ domain: 'web', setup: { initialState: page(99) } }, web.E2, turns)
  const fired = taken.map(({ firings }) => firings.map(({ name }) => name))
  expect(fired[0]).toEqual([])
  expect(fired[1]).toContain('moved-element')
  expect(fired.flat()).toContain('slow-gui')
  expect(fired.filter((names) => names.includes('moved-element'))).toHaveLength(2)
})
