// What a training format says it loses, against what comes back from it.
import { expect, test } from 'vitest'
import { axolotl } from '../../../src/core/exporters/axolotl.ts'
import { messages } from '../../../src/core/exporters/messages.ts'
import { sharegpt } from '../../../src/core/exporters/sharegpt.ts'
import { treeSource } from '../../../src/core/exporters/source.ts'
import { readText } from '../../../src/core/importers/text.ts'
import type { Tree } from '../../../src/core/plugins.ts'
import { tree, written } from '../trees.ts'

const original = await tree()
// What a loss begins with, and what of a world it is.
const HELD: [loss: string, of: (tree: Tree) => unknown][] = [
  ['Other branches', ({ branches }) => branches.length],
  ['The notes', ({ session }) => session.notes],
  ['What of the initial state', ({ branches }) => branches[0]!.setup.instruction],
  ['The sampling, seed and perturbation', ({ calls }) => calls.map(({ seed }) => seed).slice(0, 6)],
  ['Instructions given for single turns', ({ calls }) => calls.map(({ instruction }) => instruction).slice(0, 6)],
  ['Which model made each step', ({ calls }) => calls.map(({ model }) => model).slice(0, 6)],
  ["The model's thinking", ({ calls }) => calls.map(({ thinking }) => thinking).slice(0, 6)],
  ['The raw model output', ({ calls }) => calls.map(({ raw }) => raw).slice(0, 6)],
  ['Token probabilities', ({ calls }) => calls.map(({ trace }) => trace).slice(0, 6)],
  ['Which perturbations fired', ({ calls }) => calls.map(({ firings }) => firings).slice(0, 6)],
  ['The last observation', ({ steps }) => steps.slice(0, 6)]
]

test.each(
  [messages, sharegpt, axolotl].flatMap((format) =>
    (['agent', 'world'] as const).map((view) => ({ name: format.name, view, format }))
  )
)('$name in the view $view says all that does not come back, and nothing that does', async ({ format, view }) => {
  const options = format.options.parse({ view })
  const losses = format.losses(treeSource(original), options as never)
  const { trees, skipped } = await readText(await written(format, original, { options: { view } }), { now: 1 })
  expect([trees.length, skipped]).toEqual([1, []])
  for (const [loss, of] of HELD) {
    const same = JSON.stringify(of(trees[0]!)) === JSON.stringify(of(original))
    expect([loss, losses.some((words) => words.startsWith(loss))]).toEqual([loss, !same])
  }
})
