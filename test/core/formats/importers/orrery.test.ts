import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { OrreryError } from '../../../../src/core/errors.ts'
import { orrery as exporter } from '../../../../src/core/formats/exporters/orrery.ts'
import { orrery as importer } from '../../../../src/core/formats/importers/orrery.ts'
import { readText, textInput } from '../../../../src/core/formats/importing-text.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import type { Setup } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, written } from '../../trees.ts'

const original = await tree()
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const text = await written(exporter, original)
// header, session, seven steps (lines 3 to 9), two branches, seven calls
const all = text.split('\n').slice(0, -1)

const read = (changed: string, title?: string) => readText(changed, { format: 'orrery', now: 5, title })
const fixture = (version: number) =>
  readFile(new URL(`../../../fixtures/orrery-v${version}.jsonl`, import.meta.url), 'utf8')
const short = (index: number) => must(original.steps[index]).id.slice(0, 10)

test('a session comes back whole: every id, every branch, every call', async () => {
  expect(await read(text)).toEqual({ trees: [original], skipped: [] })
})

test('the first line names the format and its version', () => {
  expect(JSON.parse(must(all[0]))).toEqual({ format: 'orrery', version: 3 })
  expect(importer.recognise(textInput(text))).toEqual({ format: 'Orrery session, version 3', sure: 'certain' })
  expect(importer.recognise(textInput(must(all[3])))).toEqual({ format: 'Orrery session', sure: 'certain' })
  expect(importer.recognise(textInput('{"task":"terminal","id":"x"}'))).toBe(null)
})

// The perturbation in the files of versions 1 to 3 lacks its instruction: it never could fire, and is no longer kept in a branch.
const unfit = [{ name: 'flaky', options: { rate: 0.5 } }]
const [main, other] = original.branches
/** The cap on an answer was 2,048 tokens then, and was written down. */
const capped = <T extends { setup: Setup }>(of: T): T => ({
  ...of,
  setup: { ...of.setup, sampling: { ...of.setup.sampling, maxTokens: 2048 } }
})
const kept = {
  ...original,
  branches: [must(main), { ...must(other), setup: { ...must(other).setup, perturbations: [] } }].map(capped),
  calls: original.calls
    .map((call) => (call.branch === 'b2' ? { ...call, setup: { ...call.setup, perturbations: unfit } } : call))
    .map(capped)
}
const leftOut = [
  {
    line: 11,
    reason:
      'A perturbation of branch "other" was left out: The perturbation "flaky" cannot be used: "instruction" is missing (a text).'
  }
]

test('the file of version 1 opens', async () => {
  expect(await read(await fixture(1))).toEqual({
    trees: [{ ...kept, calls: kept.calls.map((call) => ({ ...call, trace: null })) }],
    skipped: leftOut
  })
})

test('the file of version 2 opens', async () => {
  expect(await read(await fixture(2))).toEqual({ trees: [kept], skipped: leftOut })
})

test('the file of version 3 opens, and goes out as it came', async () => {
  const whole = await fixture(3)
  const { trees, skipped } = await read(whole)
  const tools = [{ name: 'look', inputSchema: { type: 'object', properties: { at: { type: 'string' } } } }]
  const branches = kept.branches.map((branch) =>
    branch.id === 'b2' ? { ...branch, setup: { ...branch.setup, tools } } : branch
  )
  expect({ trees, skipped }).toEqual({ trees: [{ ...kept, branches }], skipped: leftOut })
  const lines = whole.split('\n')
  const changed = lines.with(10, must(lines[10]).replace(JSON.stringify(unfit), '[]'))
  expect(await written(exporter, must(trees[0]))).toBe(changed.join('\n'))
})

test('6.4 perturbations of a branch are checked: those that cannot be used are left out and named', async () => {
  const hostile = [
    { name: 'flaky', options: { when: '^(?=a)', instruction: 'x' } },
    { name: 'flaky', options: { when: 'ls', instruction: 'x' } },
    { name: 'quake', options: {} }
  ]
  const line = must(all[10]).replace(JSON.stringify(must(other).setup.perturbations), JSON.stringify(hostile))
  const { trees, skipped } = await read(all.with(10, line).join('\n'))
  expect(trees[0]?.branches[1]?.setup.perturbations).toEqual([hostile[1]])
  expect(
    skipped.map((one) => [one.line, one.reason.replace('A perturbation of branch "other" was left out: ', '')])
  ).toEqual([
    [11, expect.stringMatching(/^The perturbation "flaky" cannot be used: when: the pattern uses unsupported syntax/)],
    [11, 'There is no perturbation "quake". `orrery perturbations` lists all.']
  ])
})

test('a title given at import wins', async () => {
  const { trees } = await read(text, 'Mine')
  expect(must(trees[0]).session).toEqual({ ...original.session, title: 'Mine' })
})

test('Windows line ends, a byte order mark and blank lines change nothing', async () => {
  expect(await read(`\uFEFF${text.replaceAll('\n', '\r\n\r\n')}`)).toEqual({ trees: [original], skipped: [] })
})

test('two files put together are two sessions', async () => {
  const { trees, skipped } = await read(text + text.replaceAll('"s1"', '"s2"'))
  expect(skipped).toEqual([])
  expect(trees.map(({ session, steps }) => [session.id, steps.length])).toEqual([
    ['s1', 7],
    ['s2', 7]
  ])
})

test('a file of a newer Orrery is refused in words', async () => {
  const newer = text.replace('"version":3', '"version":4')
  await expect(read(newer)).rejects.toThrow(
    new OrreryError(
      'invalid-input',
      'This file was written by a newer Orrery: its format is version 4, and this one reads up to 3. Update Orrery to import it.'
    )
  )
})

describe('damage costs the damaged lines and what hangs on them', () => {
  test('a step that was changed goes, with all that follows it; the branch falls back to what is left', async () => {
    const { trees, skipped } = await read(all.with(4, must(all[4]).replace('echo', 'rm -rf')).join('\n'))
    const [one, two, , , , , other] = original.steps
    expect(trees).toEqual([
      {
        session: original.session,
        branches: [{ ...original.branches[0], tip: must(two).id }, original.branches[1]],
        steps: [one, two, other],
        calls: [original.calls[0], original.calls[1], original.calls[6]]
      }
    ])
    const changed = await makeStep(
      must(two).id,
      [{ keystrokes: must(AWKWARD[2])[0].replace('echo', 'rm -rf'), duration: 0.5 }],
      {
        text: must(AWKWARD[2])[1]
      }
    )
    expect(skipped).toEqual([
      {
        line: 5,
        reason: `Step ${short(2)} was changed after it was made: its content has the id ${changed.id.slice(0, 10)}.`
      },
      { line: 6, reason: `Step ${short(3)} follows step ${short(2)}, which was not imported.` },
      { line: 7, reason: `Step ${short(4)} follows step ${short(3)}, which was not imported.` },
      { line: 8, reason: `Step ${short(5)} follows step ${short(4)}, which was not imported.` },
      {
        line: 10,
        reason: `Branch "main" leads to steps that were not imported; it now ends at step ${short(1)}.`
      },
      ...[2, 3, 4, 5].map((index) => ({
        line: 12 + index,
        reason: `The call of step ${short(index)} was left out: its step was not imported.`
      }))
    ])
  })

  test('a step line that cannot be read at all: what came before it stays reachable', async () => {
    const { trees, skipped } = await read(all.with(4, '{"type":"step","step":{"id":').join('\n'))
    expect(must(trees[0]).steps).toEqual([original.steps[0], original.steps[1], original.steps[6]])
    expect(must(trees[0]).branches.map(({ title, tip }) => [title, tip])).toEqual([
      ['main', null],
      ['other', must(original.steps[6]).id]
    ])
    expect(skipped.slice(0, 2)).toEqual([
      { line: 5, reason: expect.stringMatching(/^Not JSON: /) },
      { line: 6, reason: `Step ${short(3)} follows step ${short(2)}, which was not imported.` }
    ])
    expect(skipped.find(({ line }) => line === 10)?.reason).toBe(
      'Branch "main" leads to steps that were not imported; it now ends at the start.'
    )
  })

  test('a file that ends in the middle of a line', async () => {
    const { trees, skipped } = await read(text.slice(0, -20))
    expect(trees).toEqual([{ ...original, calls: original.calls.slice(0, 6) }])
    expect(skipped).toEqual([
      { line: 18, reason: expect.stringMatching(/^The file ends in the middle of this line \(/) }
    ])
  })

  test('lost branches are replaced, so that no step becomes unreachable', async () => {
    const { trees, skipped } = await read(all.toSpliced(9, 2).join('\n'))
    expect(must(trees[0]).steps).toEqual(original.steps)
    expect(must(trees[0]).branches.map(({ id, title, tip }) => ({ id, title, tip }))).toEqual([
      { id: expect.stringMatching(UUID), title: 'recovered 1', tip: must(original.steps[5]).id },
      { id: expect.stringMatching(UUID), title: 'recovered 2', tip: must(original.steps[6]).id }
    ])
    expect(skipped).toEqual([])
  })

  test('a lost session record is replaced by what the branches say', async () => {
    const { trees, skipped } = await read(all.with(1, '{"type":"session","session":{"id":"s1"}}').join('\n'))
    expect(must(trees[0]).session).toEqual({
      id: 's1',
      title: 'Recovered session',
      notes: '',
      domain: 'terminal',
      createdAt: 5,
      updatedAt: 5
    })
    expect(must(trees[0]).steps).toEqual(original.steps)
    expect(skipped).toEqual([{ line: 2, reason: expect.stringMatching(/^session: "title" is missing/) }])
  })

  test('a step whose action is none of its domain goes, with what follows it: it could be neither listed nor continued', async () => {
    const alien = await makeStep(must(original.steps[0]).id, { tap: [3, 4] }, { text: 'a screen' })
    const after = await makeStep(alien.id, [], { text: '$ ' })
    const lines = [alien, after].map((step) => JSON.stringify({ type: 'step', step }))
    const { trees, skipped } = await read(all.toSpliced(9, 0, ...lines).join('\n'))
    expect(trees).toEqual([original])
    expect(skipped).toEqual([
      {
        line: 10,
        reason: `Step ${alien.id.slice(0, 10)} holds no terminal action: a terminal action is a JSON array of commands, e.g. [{"keystrokes": "ls -la\\n", "duration": 1}]`
      },
      {
        line: 11,
        reason: `Step ${after.id.slice(0, 10)} follows step ${alien.id.slice(0, 10)}, which was not imported.`
      }
    ])
  })

  test('a world of a domain that is not known here, and a branch of another domain', async () => {
    expect(await read(text.replaceAll('"domain":"terminal"', '"domain":"moon"'))).toEqual({
      trees: [],
      skipped: [{ line: 1, reason: 'There is no domain "moon" here; a newer Orrery may have it.' }]
    })
    const { trees, skipped } = await read(all.with(10, must(all[10]).replace('"terminal"', '"moon"')).join('\n'))
    expect(must(trees[0]).branches.map(({ title }) => title)).toEqual(['main', 'recovered 2'])
    expect(skipped).toEqual([{ line: 11, reason: 'Branch "other" was left out: its rules are for another domain.' }])
  })

  test('an action nested deeper than anything can read costs its line only', async () => {
    const step = JSON.stringify({ id: must(original.steps[0]).id, parent: null, observation: { text: '' } }).slice(
      0,
      -1
    )
    const deep = `{"type":"step","step":${step},"action":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
    const { trees, skipped } = await read([...all, deep].join('\n'))
    expect(trees).toEqual([original])
    expect(skipped).toEqual([
      { line: 19, reason: expect.stringMatching(/^The JSON is nested more than 100 levels deep/) }
    ])
  })

  test('records of types to come, of other sessions, and lines that are no records', async () => {
    const extra = [
      '{"type":"weather","weather":{}}',
      must(all[9]).replace('"session":"s1"', '"session":"s9"'),
      must(all[9]),
      must(all[11]).replace('"session":"s1"', '"session":"s9"'),
      '[1]'
    ]
    const { trees, skipped } = await read([...all, ...extra].join('\n'))
    expect(trees).toEqual([original])
    expect(skipped).toEqual([
      { line: 19, reason: 'Unknown record type "weather"; a newer Orrery may have written it.' },
      { line: 20, reason: 'Branch "main" was left out: it belongs to another session.' },
      { line: 21, reason: 'Branch "main" was left out: another branch has its id.' },
      { line: 22, reason: `The call of step ${short(0)} was left out: it belongs to another session.` },
      { line: 23, reason: 'neither the header {"format":"orrery",...} nor a record with a type' }
    ])
  })

  test('steps that belong to no world', async () => {
    expect(await read([all[0], all[2]].join('\n'))).toEqual({
      trees: [],
      skipped: [
        {
          line: 1,
          reason: 'No session, branch or call could be read, so the steps belong to no world and were left out.'
        }
      ]
    })
  })

  test('nothing but a header', async () => {
    expect(await read(must(all[0]))).toEqual({ trees: [], skipped: [{ line: 1, reason: 'There is no session here.' }] })
  })
})
