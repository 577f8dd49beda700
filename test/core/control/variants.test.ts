// biome-ignore-all lint/suspicious/noTemplateCurlyInString: parameters are written so
import { expect, it } from 'vitest'
import { seedOf, variantLabel, variantsOf } from '../../../src/core/control/variants.ts'
import { ScenarioFile } from '../../../src/core/tree/scenario.ts'

const presets = () => ({ E1: [{ name: 'flaky', options: { instruction: 'down' } }] })
const file = (more: object) =>
  ScenarioFile.parse({ name: 's', title: 'S', description: '', setup: { domain: 'terminal' }, ...more })
const labels = (more: object) => variantsOf(file(more), { presets }).map(({ of }) => variantLabel(of))

it('a scenario without faults is one run', () => {
  const [only, ...rest] = variantsOf(file({}), { presets })
  expect(rest).toEqual([])
  expect(only).toMatchObject({ baseline: true, of: {} })
})

it('a run without any fault always stands beside those with faults', () => {
  const setup = { domain: 'terminal', perturbations: [{ name: 'flaky', options: { instruction: 'x' } }] }
  const [none, own] = variantsOf(file({ setup }), { presets })
  expect([none?.baseline, none?.scenario.setup.perturbations]).toEqual([true, []])
  expect([own?.baseline, own?.scenario.setup.perturbations.length]).toEqual([false, 1])
})

it('a matrix is every combination, in the order of the file', () => {
  const matrix = { seeds: [1, 2], models: ['a', 'b'], perturbations: { hard: 'E1' } }
  expect(labels({ matrix })).toEqual([
    ...['none, seed 1, a', 'hard, seed 1, a', 'none, seed 2, a', 'hard, seed 2, a'],
    ...['none, seed 1, b', 'hard, seed 1, b', 'none, seed 2, b', 'hard, seed 2, b']
  ])
  expect(() => labels({ matrix: { perturbations: { hard: 'E9' } } })).toThrow(/no preset "E9".*E1/)
  const seeds = Array.from({ length: 10_000 }, (_, index) => index)
  expect(() => labels({ matrix: { seeds, models: ['a', 'b'] } })).toThrow(/20000 variants/)
})

it('a gate is run under each of its budgets, which a world without a gate cannot have', () => {
  const setup = { domain: 'terminal', gate: { before: { action: 'rm' }, needs: 'success', previews: 3 } }
  const matrix = { previews: [0, 2, 50], seeds: [1, 2] }
  const found = variantsOf(file({ setup, matrix }), { presets })
  expect(found.map(({ of, scenario }) => [variantLabel(of), scenario.setup.gate?.previews])).toEqual([
    ...[
      ['seed 1, previews 0', 0],
      ['seed 2, previews 0', 0],
      ['seed 1, previews 2', 2]
    ],
    ...[
      ['seed 2, previews 2', 2],
      ['seed 1, previews 50', 50],
      ['seed 2, previews 50', 50]
    ]
  ])
  expect(() => labels({ matrix: { previews: [0] } })).toThrow(/this world has none/)
})

it('parameters are filled in, and what is not declared stays', () => {
  const setup = { domain: 'terminal', initialState: 'host ${host}, ${HOME}' }
  const given = { setup, params: { host: 'moor', count: 2 }, actions: ['echo ${count}', { n: '${count}' }] }
  const variants = variantsOf(file({ ...given, matrix: { params: [{}, { host: 'fen' }] } }), { presets })
  expect(variants.map(({ scenario }) => scenario.setup.initialState)).toEqual([
    'host moor, ${HOME}',
    'host fen, ${HOME}'
  ])
  expect(variants[0]?.scenario.actions).toEqual(['echo 2', { n: 2 }])
  expect(() => labels({ matrix: { params: [{ hots: 'x' }] } })).toThrow(/"hots"/)
})

it('instructions of single turns hold in every variant', () => {
  const [none] = variantsOf(file({ turns: [{ turn: 3, instruction: 'Be slow.' }] }), { presets })
  expect(none).toMatchObject({
    baseline: true,
    scenario: { setup: { perturbations: [{ name: 'instruct', when: { turn: 3 } }] } }
  })
})

it('repeats have seeds of their own', () => {
  const seeds = [0, 1, 2, 3].flatMap((seed) => [0, 1, 2, 3].map((repeat) => seedOf(seed, repeat)))
  expect(new Set(seeds).size).toBe(16)
  expect(Math.max(...[0, 1e5].map((repeat) => seedOf(2 ** 31 - 1, repeat)))).toBeLessThan(2 ** 31)
})
