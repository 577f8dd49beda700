// AgentWorldBench's files as they are: in, out again, and the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../../src/core/domains/fold.ts'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { labelOf } from '../../../../src/core/domains/label.ts'
import { agentworldbench as exporter } from '../../../../src/core/formats/exporters/agentworldbench.ts'
import { messages } from '../../../../src/core/formats/exporters/conversations.ts'
import { orrery } from '../../../../src/core/formats/exporters/orrery.ts'
import { agentworldbench as importer } from '../../../../src/core/formats/importers/agentworldbench.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { readText, textInput } from '../../../../src/core/formats/importing-text.ts'
import { buildPrompt } from '../../../../src/core/step/prompt.ts'
import { Setup } from '../../../../src/core/tree/model.ts'
import { unreadIn } from '../../../../src/core/tree/unread.ts'
import { must, nonEmpty } from '../../../must.ts'
import { written } from '../../trees.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/agentworldbench')
const files = nonEmpty(readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')))
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const read = (text: string) => readText(text, { now: 5 })

/** What the import says that it understood. */
async function told(text: string) {
  const found: Finding[] = []
  const reading = { now: 5, signal: new AbortController().signal, find: () => null }
  for await (const one of importer.read(textInput(text), reading, {})) found.push(one)
  return found.flatMap((one) => (one.type === 'understood' ? [{ what: one.what, count: one.count }] : []))
}

describe("25.45 AgentWorldBench's files are imported, and written again record by record as they were", () => {
  it.each(files)('%s', async (file) => {
    const records = rowsOf(textOf(file))
    const { trees, skipped } = await read(textOf(file))
    expect(skipped).toEqual([])
    expect(trees.length).toBe(1)
    const again = rowsOf(await written(exporter, must(trees[0])))
    const same = records.map((record) => again.find(({ id }) => id === record.id))
    expect(same).toEqual(records)
    // Also through the archive, which is what the store holds.
    const { trees: kept } = await read(await written(orrery, must(trees[0])))
    expect(rowsOf(await written(exporter, must(kept[0])))).toEqual(again)
  })

  it('each record by itself too', async () => {
    for (const file of files) {
      for (const line of textOf(file).trim().split('\n')) {
        const { trees } = await read(line)
        expect(rowsOf(await written(exporter, must(trees[0]))).at(-1)).toEqual(JSON.parse(line))
      }
    }
  })

  it('the prompts of other formats are those that were asked', async () => {
    const { trees } = await read(textOf('web_test.jsonl'))
    const rows = await written(messages, must(trees[0]), { options: { view: 'world', rows: 'turn' } })
    expect(rows).toContain('Please analyze the input above')
  })
})

describe('25.46 actions that no domain reads are kept as they stand and counted, and are never sent', () => {
  it.each([
    ['terminal_test.jsonl', ['ls -la']],
    ['swe_test.jsonl', []],
    ['mcp_test.jsonl', []],
    ['search_test.jsonl', []],
    ['web_test.jsonl', []],
    ['os_test.jsonl', []]
  ])('%s', async (file, expected) => {
    const { trees } = await read(textOf(file))
    const { steps, calls, session, branches } = must(trees[0])
    const kept = steps.filter(({ action }) => unreadIn(action) !== null)
    expect(kept.map(({ action }) => unreadIn(action))).toEqual(expected)
    const counted = `actions kept as text, because they are none of the ${session.domain} domain`
    expect((await told(textOf(file))).filter(({ what }) => what === counted)).toEqual(
      expected.length ? [{ what: counted, count: expected.length }] : []
    )
    const domain = findDomain(session.domain)
    for (const { id, action } of kept) {
      expect(calls.find(({ step }) => step === id)?.warnings).toEqual([expect.stringMatching(/^No terminal action: /)])
      expect(domain.action.safeParse(action).success).toBe(false)
      expect(domain.format(action)).toBe(unreadIn(action))
    }
    // Such steps are shown, and worlds with them go on.
    expect(steps.map(({ action }) => labelOf(domain, action, null))).not.toContain('')
    expect(fold(domain, must(branches[0]).setup, steps)).toBeTypeOf('object')
    expect(domain.shell?.transcript(steps, must(branches[0]).setup)?.length ?? steps.length).toBe(steps.length)
  })

  it('no domain fails on one', () => {
    for (const id of ['terminal', 'swe', 'mcp', 'search', 'textenv', 'web', 'android', 'os']) {
      const domain = findDomain(id)
      const setup = Setup.parse({ domain: id })
      const action = { unread: 'shake(it)' }
      const step = { action, observation: { text: 'x' } }
      const state = domain.initial(setup)
      expect([domain.format(action), domain.label(action)]).toEqual(['shake(it)', '“shake(it)”'])
      expect(domain.fold(state, step)).toBeTypeOf('object')
      expect(domain.prediction.prefill(action, state)).toBe('')
      expect(domain.tools?.schema?.(action, setup) ?? null).toBe(null)
      expect(domain.tools?.certain(action, setup) ?? null).toBe(null)
      expect(domain.prediction.counts?.(action, setup, [action]) ?? true).toBe(true)
      expect(domain.document?.read(action, 'x') ?? { kind: 'text' }).toMatchObject({ kind: 'text' })
      for (const template of domain.templates) {
        const { messages } = buildPrompt(domain, template, setup, [step], { unread: 'more' })
        expect(must(messages[1]).content).toContain(template.bare ? 'shake(it)' : '\nshake(it)\n```')
      }
    }
  })

  it('a turn without any action is a problem of its line', async () => {
    const [record] = rowsOf(textOf('os_test.jsonl'))
    const { skipped } = await read(JSON.stringify({ ...record, prompt: ['### Turn 1\n**Action:**\n```python\n\n```'] }))
    expect(skipped).toEqual([{ line: 1, reason: 'Turn 1 holds no action.' }])
  })
})

describe("an imported world goes on under its record's own system prompt", () => {
  it('whole and unchanged, with an instruction of the world behind it', async () => {
    const { trees } = await read(textOf('terminal_test.jsonl'))
    const { setup } = must(must(trees[0]).branches[0])
    const domain = findDomain('terminal')
    const ask = (more: Partial<Setup>) =>
      must(buildPrompt(domain, must(domain.templates[0]), { ...setup, ...more }, [], []).messages[0]).content
    const [{ system_str }] = rowsOf(textOf('terminal_test.jsonl'))
    expect(ask({})).toBe(system_str)
    expect(ask({ instruction: 'Be slow.' })).toBe(`${system_str}\n\n# Simulation Instruction\n\nBe slow.`)
    expect(domain.initial(setup).prompt).toBe('root@ferry:/app# ')
  })

  it('with the tools that its calls name, or the usual ones where no prompt tells of others', async () => {
    const toolsOf = async (text: string) => {
      const { trees } = await read(text)
      return must(must(trees[0]).branches[0]).setup.tools.map(({ name }) => name)
    }
    const [search] = rowsOf(textOf('search_test.jsonl'))
    expect(await toolsOf(textOf('swe_test.jsonl'))).toEqual(['Read', 'Edit', 'run_shell_command'])
    expect(await toolsOf(JSON.stringify(search))).toEqual(['web_search', 'web_extractor'])
    expect(await toolsOf(JSON.stringify({ ...search, system_str: '' }))).toEqual([])
  })
})

describe('desktop code with the helpers of an app is an action like any other code', () => {
  it.each([
    ['Agent.click(\'Save\', 1, "left")', 'Agent.click(\'Save\', 1, "left")'],
    ['Agent.type(text="x", enter=True)', 'Agent.type(text="x", enter=True)'],
    ['import time\nAgent.hotkey(["ctrl", "s"])', 'Agent.hotkey(["ctrl", "s"])'],
    ['CalcTools.set_cell({"A1": 3})', 'CalcTools.set_cell({"A1": 3})']
  ])('%j', (code, label) => {
    const os = findDomain('os')
    expect(os.read(code)).toBe(code)
    expect(os.format(os.action.parse(code))).toBe(code)
    expect(os.fromText(code)).toBe(code)
    expect(os.label(code)).toBe(label)
  })
})
