// What formats with prompts say was asked, against what the engine was asked.
import { beforeEach, describe, expect, test } from 'vitest'
import type { DomainTemplate } from '../../../../src/core/domains/domain.ts'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { agentworldbench } from '../../../../src/core/formats/exporters/agentworldbench.ts'
import { atif } from '../../../../src/core/formats/exporters/atif.ts'
import { messages } from '../../../../src/core/formats/exporters/conversations.ts'
import { orrery } from '../../../../src/core/formats/exporters/orrery.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { verl } from '../../../../src/core/formats/exporters/verl.ts'
import type { Exporter, Writing } from '../../../../src/core/formats/exporting.ts'
import { findImporter } from '../../../../src/core/formats/importers/index.ts'
import { Sample } from '../../../../src/core/formats/importers/samples.ts'
import type { Finding, SessionTree } from '../../../../src/core/formats/importing.ts'
import { readText, textInput } from '../../../../src/core/formats/importing-text.ts'
import type { Message } from '../../../../src/core/tree/ports.ts'
import { must } from '../../../must.ts'
import { act, committed, scripted, start, tagged, world } from '../../acting.ts'
import { writing } from '../../trees.ts'

const PACK: DomainTemplate = {
  ...must(findDomain('terminal').templates[0]),
  ...{ name: 'mine', whole: 'Be a shell.', taskDescription: '', actionSpace: '', demonstrations: '' },
  pack: { name: 'mine', hash: 'a'.repeat(64) }
}
const STEPS = 9
const sampling = { temperature: 0, topK: 1, topP: 1, maxTokens: 100 }

/** A world whose context holds a few turns, and what the engine was asked at each step. */
async function compacted(
  domain = 'terminal',
  action: unknown = undefined
): Promise<{ tree: SessionTree; asked: Message[][] }> {
  let answers = 0
  const { engine, requests } = scripted(() => [tagged(`${'x'.repeat(400)} ${++answers}`)], {
    count: async (texts) => texts.map(({ length }) => length),
    info: { contextSize: 3000 }
  })
  start(engine, { domain, compact: true, sampling, template: 'mine', initialState: 'A first screen.' })
  world.templates = () => [PACK]
  for (let step = 0; step < STEPS; step++) {
    const input = {
      instruction: step % 2 ? 'Answer slowly.' : '',
      ...(action !== undefined && { action: action as never })
    }
    committed(await act(input))
  }
  const { store } = world
  const tree = {
    ...{ session: { ...store.session('s'), domain }, branches: store.branches('s') },
    ...{ steps: store.stepIds('s').map(store.step), calls: store.callIds('s').map(store.call) }
  }
  return { tree, asked: requests.map((request) => request.messages) }
}

const withPack = writing({ templates: () => [PACK] })
const leftOutOf = ({ calls }: SessionTree) => calls.map(({ leftOut = 0 }) => leftOut)

async function textOf(
  tree: SessionTree,
  format: Exporter = agentworldbench,
  options: object = {},
  use: Writing = withPack
) {
  let text = ''
  for await (const chunk of format.write([treeSource(tree)], format.options.parse(options), use)) text += chunk
  return text
}

async function rows(...given: Parameters<typeof textOf>) {
  const lines = (await textOf(...given)).split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/** Messages as the benchmark makes them of a sample. */
function messagesOf(sample: Sample): Message[] {
  const { system_str, prompt, response, turn_idx } = sample
  const past = prompt.slice(0, turn_idx - 1).flatMap((content, index): Message[] => [
    { role: 'user', content },
    { role: 'assistant', content: must(response[index]) }
  ])
  return [{ role: 'system', content: system_str }, ...past, { role: 'user', content: must(prompt[turn_idx - 1]) }]
}

async function reread(text: string): Promise<Finding[]> {
  const file = textInput(text)
  const importer = findImporter(file, undefined)
  const found: Finding[] = []
  const reading = { title: undefined, now: 7, signal: new AbortController().signal, find: () => null }
  for await (const one of importer.read(file, reading, importer.options.parse({}))) found.push(one)
  return found
}

describe('a format that holds prompts writes what was asked', () => {
  let tree: SessionTree
  let asked: Message[][]
  beforeEach(async () => {
    ;({ tree, asked } = await compacted())
  })

  test('the call says how many turns were left out, and which prompt pack it was', () => {
    const first = asked.map((one) => Number(/^### Turn (\d+)/.exec(must(one[1]).content)?.[1]) - 1)
    expect(leftOutOf(tree)).toEqual(first)
    expect(first.at(-1)).toBeGreaterThan(1)
    expect(tree.calls.map(({ pack }) => pack)).toEqual(Array(STEPS).fill({ name: 'mine', hash: 'a'.repeat(64) }))
    const whole = tree.calls.filter((_, index) => first[index] === 0)
    expect(whole.every((call) => !('leftOut' in call))).toBe(true)
  })

  test('AgentWorldBench samples, without the turns that were left out and marked so', async () => {
    const samples = await rows(tree)
    expect(samples.map((sample) => messagesOf(Sample.parse(sample)))).toEqual(asked)
    for (const [index, sample] of samples.entries()) {
      const leftOut = must(leftOutOf(tree)[index])
      expect([sample.turn_idx, sample.prompt.length, sample.response.length]).toEqual(
        Array(3).fill(index + 1 - leftOut)
      )
      expect([sample.id, sample.total_turns]).toEqual([`s/main/${index + 1}`, STEPS])
      expect(sample.left_out).toBe(leftOut || undefined)
    }
  })

  test('AgentWorldBench samples come back with the same steps and left-out turns, and as the same bytes', async () => {
    for (const [domain, action] of [
      ['terminal', undefined],
      ['android', { action_type: 'navigate_back' }]
    ] as const) {
      const { tree: original } = await compacted(domain, action)
      // A pack's own words are nobody's template: only Orrery's give rules back.
      const plain: SessionTree = {
        ...original,
        calls: original.calls.map(({ pack: _, ...call }) => ({ ...call, template: 'standard' }))
      }
      const text = await textOf(plain)
      const { trees, skipped } = await readText(text, { now: 7 })
      expect(skipped).toEqual([])
      expect(trees).toHaveLength(1)
      expect(must(trees[0]).steps).toEqual(original.steps)
      expect(leftOutOf(must(trees[0]))).toEqual(leftOutOf(original))
      expect(leftOutOf(original).at(-1)).toBeGreaterThan(1)
      expect(must(must(trees[0]).branches[0]).setup.initialState).toBe('A first screen.')
      const named = (text: string) => text.replace(/"id":"[^"]*\/(\d+)"/g, '"id":"$1"')
      expect(named(await textOf(must(trees[0])))).toBe(named(text))
    }
  })

  test('a sample whose past is in no line before it is a world that begins there', async () => {
    const text = await textOf(tree)
    const last = must(text.split('\n').at(-2))
    const found = await reread(`${last}\n`)
    const trees = found.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))
    const count = must(leftOutOf(tree).at(-1))
    expect(must(trees[0]).steps.map(({ observation }) => observation)).toEqual(
      tree.steps.slice(count).map(({ observation }) => observation)
    )
    expect(found).toContainEqual({ type: 'dropped', what: 'the turns before the first one of a sample', count })
  })

  test('rows of single turns for a world model', async () => {
    const found = await rows(tree, messages, { view: 'world', rows: 'turn' })
    expect(found.map(({ prompt }) => prompt)).toEqual(asked)
    for (const [index, { metadata }] of found.entries()) {
      const leftOut = must(leftOutOf(tree)[index])
      expect(metadata.left_out).toBe(leftOut)
      expect(metadata.simulated).toHaveLength(index + 1 - leftOut)
      expect(metadata.learned).toHaveLength(index + 1 - leftOut)
    }
  })

  test('rows of single turns come back as one world with the same steps', async () => {
    const calls = tree.calls.map(({ pack: _, ...call }) => ({ ...call, template: 'standard' }))
    const text = await textOf({ ...tree, calls }, messages, { view: 'world', rows: 'turn' })
    const { trees, skipped } = await readText(text, { now: 7 })
    expect([skipped, trees.length]).toEqual([[], 1])
    expect(must(trees[0]).steps).toEqual(tree.steps)
    expect(must(trees[0]).calls.map(({ engine }) => engine)).toEqual(Array(STEPS).fill('simulated'))
  })

  test('rows of whole branches say that later prompts had fewer turns', () => {
    const losses = (rows: string) => messages.losses(treeSource(tree), messages.options.parse({ view: 'world', rows }))
    const words = 'Which of the oldest turns were left out of later prompts. Rows per turn keep this.'
    expect(losses('session')).toContain(words)
    expect(losses('turn')).not.toContain(words)
  })

  test.each([
    { format: orrery, options: {} },
    { format: atif, options: { view: 'agent' } },
    { format: atif, options: { view: 'world' } }
  ])('$format.name $options gives both back', async ({ format, options }) => {
    const text = await textOf(tree, format, options)
    const { trees, skipped } = await readText(text, { now: 7 })
    expect(skipped).toEqual([])
    const of = ({ calls }: SessionTree) => calls.map(({ leftOut, pack }) => ({ leftOut, pack }))
    expect(trees.map(of)).toEqual([of(tree)])
  })

  test('rows for reinforcement learning', async () => {
    const calls = tree.calls.map((call, index) => ({ ...call, engine: index === STEPS - 1 ? 'recorded' : 'llama' }))
    const options = verl.options.parse({ view: 'world', rows: 'turn', learn: 'real' })
    const { prompt } = JSON.parse(await must(verl.record).call(verl, treeSource({ ...tree, calls }), options, withPack))
    const said = prompt.map(({ role, content }: Message) => ({ role, content }))
    expect(said).toEqual(asked.at(-1))
  })

  test('a prompt pack that is gone is named, and so is one that has changed', async () => {
    const here = 'Turn 1 of "A world" used the prompt pack "mine"'
    await expect(textOf(tree, agentworldbench, {}, writing())).rejects.toMatchObject({
      code: 'not-found',
      message: `${here}, which is not installed. Import it again, or choose a format without prompts, such as orrery.`
    })
    const other = { ...PACK, whole: 'Be a cat.', pack: { name: 'mine', hash: 'b'.repeat(64) } }
    await expect(textOf(tree, agentworldbench, {}, writing({ templates: () => [other] }))).rejects.toMatchObject({
      code: 'not-found',
      message: `${here}, which has changed since. Import the earlier version, or choose a format without prompts, such as orrery.`
    })
  })
})
