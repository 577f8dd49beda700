import { expect, test } from 'vitest'
import { atif } from '../../../../src/core/formats/exporters/atif.ts'
import { atif as importer } from '../../../../src/core/formats/importers/atif/index.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { readText, textInput } from '../../../../src/core/formats/importing-text.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, written } from '../../trees.ts'

const original = await tree()

async function findings(text: string): Promise<Finding[]> {
  const reading = { now: 5, signal: new AbortController().signal, find: () => null }
  const all: Finding[] = []
  for await (const one of importer.read(textInput(text, 'run/trajectory.json'), reading, { domain: '' })) all.push(one)
  return all
}

test.each(['agent', 'world'])('ATIF gives back the same bytes and steps (%s view)', async (view) => {
  const text = await written(atif, original, { options: { view } })
  const { trees, skipped } = await readText(text, { now: 5 })
  expect(skipped).toEqual([])
  const [back] = trees
  expect(back?.steps).toEqual(original.steps.slice(0, AWKWARD.length))
  expect(back?.session).toEqual(original.session)
  const kept = original.calls.slice(0, AWKWARD.length).map((call) => ({ ...call, trace: null }))
  expect(back?.calls).toEqual(kept)
  expect(await written(atif, must(back), { options: { view } })).toBe(text)
})

test('what ATIF loses is what does not come back', async () => {
  const { treeSource } = await import('../../../../src/core/formats/exporters/source.ts')
  expect(atif.losses(treeSource(original), { view: 'agent' })).toEqual([
    'Other branches (1): only "main" is exported.',
    'Token probabilities.'
  ])
})

const step = (fields: object) => ({ step_id: 1, source: 'agent', message: '', ...fields })
const call = (id: string, name: string, given: object) => ({ tool_call_id: id, function_name: name, arguments: given })
const foreign = (minor: number, steps: object[], more: object = {}) =>
  JSON.stringify(
    { schema_version: `ATIF-v1.${minor}`, session_id: 'w', agent: { name: 'a', version: '1' }, steps, ...more },
    null,
    1
  )

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('a terminal trajectory of ATIF-v1.%i', async (minor) => {
  const keys = call('c1', 'bash_command', { keystrokes: 'uname\n', duration: 0.1 })
  const text = foreign(minor, [
    { step_id: 1, source: 'user', message: 'Name the kernel' },
    step({
      step_id: 2,
      message: 'I look.',
      tool_calls: [keys],
      observation: { results: [{ content: '$ uname\nLinux' }] }
    }),
    step({
      step_id: 3,
      tool_calls: [call('c2', 'mark_task_complete', {})],
      observation: { results: [{ content: 'Sure?' }] }
    })
  ])
  const all = await findings(text)
  const [found] = all.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))
  expect(found?.session).toMatchObject({ domain: 'terminal', title: 'w', notes: 'Task:\n\nName the kernel' })
  expect(found?.steps.map(({ action, observation }) => [action, observation.text])).toEqual([
    [[{ keystrokes: 'uname\n', duration: 0.1 }], '$ uname\nLinux'],
    [[], 'Sure?']
  ])
  expect(all).toContainEqual({ type: 'dropped', what: "the agent's messages", count: 1 })
  expect(importer.recognise(textInput(text))).toEqual({ format: `ATIF-v1.${minor}`, sure: 'certain' })
})

test('calls of one step get their own results; a bad step is named with its line', async () => {
  const text = foreign(8, [
    step({
      tool_calls: [call('a', 'read', { path: 'x' }), call('b', 'list', {})],
      observation: {
        results: [
          {
            source_call_id: 'b',
            content: [
              { type: 'text', text: 'l' },
              { type: 'image', source: {} }
            ]
          },
          { source_call_id: 'a', content: 'r' }
        ]
      }
    }),
    { step_id: 2, source: 'robot', message: '' }
  ])
  const all = await findings(text)
  const [found] = all.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))
  expect(found?.steps.map(({ action, observation }) => [action, observation.text])).toEqual([
    [{ name: 'read', arguments: { path: 'x' } }, 'r'],
    [{ name: 'list', arguments: {} }, 'l']
  ])
  expect(found?.branches[0]?.setup.tools.map(({ name }) => name)).toEqual(['read', 'list'])
  const line = text.split('\n').findIndex((one) => one.includes('"robot"'))
  // The step begins with its bracket, two lines before its source.
  expect(all).toContainEqual({
    type: 'problem',
    line: line - 1,
    reason: expect.stringMatching(/^steps\[1\]: .*source/)
  })
  expect(all).toContainEqual({ type: 'dropped', what: 'images and audio', count: 1 })
})

test('a newer version is refused, and a cut file is named by its line', async () => {
  await expect(findings(foreign(9, []))).rejects.toThrow(
    'This trajectory is ATIF-v1.9; ATIF-v1.0 to ATIF-v1.8 can be read.'
  )
  const text = foreign(8, [step({})])
  expect(await findings(text.slice(0, -20))).toEqual([
    { type: 'problem', line: expect.any(Number), reason: expect.stringMatching(/^Not JSON/) }
  ])
})
