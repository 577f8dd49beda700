// Export, import, export: the same bytes, or the same but for what the first export listed as lost.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findExporter } from '../../../../src/core/formats/exporters/index.ts'
import { orrery } from '../../../../src/core/formats/exporters/orrery.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { agentLogs } from '../../../../src/core/formats/importers/agents/index.ts'
import { importers } from '../../../../src/core/formats/importers/index.ts'
import type { SessionTree } from '../../../../src/core/formats/importing.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import { isPicture } from '../../../../src/core/observations/terminal/picture.ts'
import { must, nonEmpty } from '../../../must.ts'
import { bodies, tree, written } from '../../trees.ts'
import { notes, shell } from './training.ts'

const FOLDER = join(import.meta.dirname, '../../../../resources/samples')

async function read(text: string): Promise<SessionTree> {
  const { trees, skipped } = await readText(text, { now: 7 })
  expect(skipped).toEqual([])
  expect(trees.length).toBe(1)
  return must(trees[0])
}

// Worlds of every kind: those that come with Orrery, and those that formats like to damage. Keys in the order in which they are stored.
const files = nonEmpty(readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')))
const WORLDS: SessionTree[] = [
  ...(await Promise.all(files.map((name) => read(readFileSync(join(FOLDER, name), 'utf8'))))),
  ...(await Promise.all(
    [await tree(), await bodies(), notes, shell].map(async (one) => read(await written(orrery, one)))
  ))
].map(named)

/** With ids that are found nowhere else in a text. */
function named({ session, branches, steps, calls }: SessionTree): SessionTree {
  const id = (branch: string) => `<branch ${branches.findIndex((one) => one.id === branch)}>`
  return {
    session: { ...session, id: '<session>' },
    branches: branches.map((one) => ({ ...one, id: id(one.id), session: '<session>' })),
    steps,
    calls: calls.map((one) => ({ ...one, branch: id(one.branch), session: '<session>' }))
  }
}

/** The world as a format keeps it that has one branch and ends it early. */
function upTo(tree: SessionTree, turns: number): SessionTree {
  const [branch] = tree.branches
  return { ...tree, branches: [{ ...must(branch), tip: main(tree).at(turns - 1)?.id ?? null }] }
}

function main({ branches, steps }: SessionTree): SessionTree['steps'] {
  const known = new Map(steps.map((step) => [step.id, step]))
  const chain: SessionTree['steps'] = []
  for (let at = must(branches[0]).tip; at; at = must(chain[0]).parent) chain.unshift(must(known.get(at)))
  return chain
}

/** Where two texts part, in a few characters of both. */
function apart(a: string, b: string): string[] {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return a === b ? [] : [a, b].map((text) => text.slice(Math.max(0, at - 60), at + 60))
}

interface Pair {
  name: string
  options?: Record<string, unknown>
  /** What is lost and listed, as words that `losses` has, and the text without it. None: the same bytes. */
  but?: { lists: RegExp[]; without: (text: string, tree: SessionTree) => string }
  /** Worlds that lose more, and what is said of it. */
  except?: (tree: SessionTree) => RegExp | null
  /** What the second export is compared with, where steps are lost. */
  of?: (tree: SessionTree) => SessionTree
}

const IDS = /^Ids, and the seed/
const withoutIds = (text: string, { session, branches }: SessionTree) =>
  text.replaceAll(must(branches[0]).id, 'BRANCH').replaceAll(session.id, 'SESSION')
const withoutModels = (text: string, tree: SessionTree) =>
  withoutIds(text, tree).replace(/"models":\[[^\]]*\]/g, '"models":[]')

const another = { lists: [IDS], without: withoutIds }
const rows = { lists: [IDS, /^Which model made each step/], without: withoutModels }
const cut = ({ steps }: SessionTree) =>
  steps.some(({ observation }) => /\[Orrery cut/.test(observation.text)) ? /^Marks where an answer was cut off/ : null
const fired = (tree: SessionTree) =>
  tree.calls.some(({ firings }) => firings.length) ? /^Which perturbations fired/ : cut(tree)
const typed = ({ steps, session }: SessionTree) => {
  if (session.domain !== 'terminal') return /^Tool calls: a cast/
  if (steps.some(({ action }) => /"keystrokes":""/.test(JSON.stringify(action))))
    return /^The start of a step in which nothing was typed/
  return steps.some(({ observation }) => isPicture(observation.text)) ? /^The exact text of each answer/ : null
}

const PAIRS: Pair[] = [
  { name: 'orrery' },
  { name: 'atif', options: { view: 'agent' } },
  { name: 'atif', options: { view: 'world' } },
  { name: 'agentworldbench', but: another },
  { name: 'inspect', but: another },
  { name: 'traj', but: another },
  { name: 'asciicast', options: { version: '2' }, except: typed },
  { name: 'asciicast', options: { version: '3' }, except: typed },
  { name: 'messages', options: { view: 'agent' }, but: rows, except: cut },
  { name: 'messages', options: { view: 'world' }, but: rows, except: fired },
  { name: 'messages', options: { view: 'world', rows: 'turn' }, but: rows, except: fired },
  { name: 'axolotl', options: { view: 'agent' }, but: rows, except: cut },
  { name: 'axolotl', options: { view: 'world' }, but: rows, except: fired },
  { name: 'sharegpt', options: { view: 'world' }, but: rows, except: fired },
  {
    name: 'sharegpt',
    options: { view: 'agent' },
    but: { lists: [...rows.lists, /^The last observation/], without: withoutModels },
    except: cut,
    of: (tree) => upTo(tree, main(tree).length - 1)
  }
]

test.each(PAIRS)(
  '6.3 $name $options, again from what was imported',
  async ({ name, options = {}, but, except, of = (tree) => tree }) => {
    const format = findExporter(name)
    let same = 0
    for (const world of WORLDS) {
      if (format.unsuited?.(world.session)) continue
      const first = await written(format, world, { options })
      if (first === '') continue
      const back = await read(first)
      const again = await written(format, back, { options })
      const listed = format.losses(treeSource(world), format.options.parse(options))
      for (const words of but?.lists ?? []) expect(listed).toContainEqual(expect.stringMatching(words))
      const loses = except?.(world)
      if (loses) {
        expect(listed).toContainEqual(expect.stringMatching(loses))
        continue
      }
      const whole = of(world)
      const without = but?.without ?? ((text: string) => text)
      const wanted = whole === world ? first : await written(format, whole, { options })
      expect([world.session.title, ...apart(without(wanted, whole), without(again, back))]).toEqual([
        world.session.title
      ])
      same++
    }
    expect(same).toBeGreaterThan(0)
  }
)

test('every format that comes in and goes out under one name is among them', () => {
  const only = [
    ...['mcp', 'playwright', 'tau2', 'stabletoolbench', 'typescript', 'jsonl'],
    ...agentLogs.map(({ name }) => name)
  ]
  const both = importers.map(({ name }) => name).filter((name) => !only.includes(name))
  expect(new Set(PAIRS.map(({ name }) => name))).toEqual(new Set([...both, 'axolotl']))
})

test.each(PAIRS)(
  '31 $name $options keeps through which door a step came, or lists it as lost',
  async ({ name, options = {} }) => {
    const format = findExporter(name)
    const world = await bodies()
    if (format.unsuited?.(world.session)) return
    const text = await written(format, world, { options })
    if (text === '') return
    const doors = ({ steps }: SessionTree) => steps.map(({ action }) => Object(action).door ?? 'tools')
    const kept = doors(await read(text))
    const listed = format.losses(treeSource(world), format.options.parse(options)).some((one) => one.includes('door'))
    expect(kept.length).toBeGreaterThan(2)
    expect(kept).toEqual(listed ? kept.map(() => 'tools') : doors(world).slice(0, kept.length))
  }
)
