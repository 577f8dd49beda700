// What each format says it loses, against what comes back from it: all that is lost is listed, and nothing that is not.
import { expect, test } from 'vitest'
import { exporters } from '../../../../src/core/formats/exporters/index.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { importers } from '../../../../src/core/formats/importers/index.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import { must } from '../../../must.ts'
import { tree, written } from '../../trees.ts'

// With settings that are nobody's defaults.
const given = await tree()
const set = { seed: 5, sampling: { ...must(given.branches[0]).setup.sampling, temperature: 0.25 } }
const original: SessionTree = {
  ...given,
  branches: given.branches.map((branch) => ({ ...branch, setup: { ...branch.setup, ...set } })),
  calls: given.calls.map((call) => ({ ...call, setup: { ...call.setup, ...set } }))
}
const calls = (tree: SessionTree) => tree.calls.slice(0, 6)
const setup = (tree: SessionTree) => tree.branches[0]?.setup
// How a loss begins, and what of a world it is.
const HELD: [loss: RegExp, of: (tree: SessionTree) => unknown][] = [
  [/^Other branches/, ({ branches }) => branches.length],
  [/^The title/, ({ session }) => session.title],
  [/^The notes/, ({ session }) => session.notes],
  [/^(The|The parts of the) initial state/, (tree) => [setup(tree)?.initialState, setup(tree)?.instruction]],
  [/^The sampling, seed and perturbation/, (tree) => [setup(tree)?.sampling, setup(tree)?.seed]],
  [/^Instructions given for single turns/, (tree) => calls(tree).map(({ instruction }) => instruction)],
  [/^Which model made each step/, (tree) => calls(tree).map(({ model, tokens }) => [model.name, tokens])],
  [/^The model's thinking/, (tree) => calls(tree).map(({ thinking }) => thinking)],
  [/^The raw model output/, (tree) => calls(tree).map(({ raw }) => raw)],
  [/^Token probabilities/, (tree) => calls(tree).map(({ trace }) => trace)],
  [/^Which perturbations fired/, (tree) => calls(tree).map(({ firings }) => firings)],
  [/^(The last observation|The exact text)/, ({ steps }) => steps.slice(0, 6)],
  [
    /^Ids/,
    ({ session, calls }) => [session.id, calls.slice(0, 6).map(({ id, seed, createdAt }) => [id, seed, createdAt])]
  ]
]
const NAMES = importers.map(({ name }) => name)
// Formats with an importer of their own name, or whose rows another one reads.
const BACK = exporters.filter(({ name }) => NAMES.includes(name) || name === 'axolotl')
const CASES = BACK.flatMap((format) =>
  'view' in format.options.shape
    ? ['agent', 'world'].map((view) => ({ name: format.name, options: { view }, format }))
    : [{ name: format.name, options: {}, format }]
)

test.each(CASES)(
  '6.3 $name $options says all that does not come back, and nothing that does',
  async ({ format, options }) => {
    const losses = format.losses(treeSource(original), format.options.parse(options))
    const { trees, skipped } = await readText(await written(format, original, { options }), { now: 1 })
    expect([trees.length, skipped]).toEqual([1, []])
    const listed = HELD.map(([loss]) => [String(loss), losses.some((words) => loss.test(words))])
    const lost = HELD.map(([loss, of]) => [
      String(loss),
      JSON.stringify(of(must(trees[0]))) !== JSON.stringify(of(original))
    ])
    expect(listed).toEqual(lost)
  }
)
