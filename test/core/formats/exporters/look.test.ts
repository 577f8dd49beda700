import { expect, test } from 'vitest'
import { inspect } from '../../../../src/core/formats/exporters/inspect.ts'
import { fence, markdown } from '../../../../src/core/formats/exporters/markdown.ts'
import { treeSource } from '../../../../src/core/formats/exporters/source.ts'
import { traj } from '../../../../src/core/formats/exporters/traj.ts'
import { readText } from '../../../../src/core/formats/importing-text.ts'
import { must } from '../../../must.ts'
import { AWKWARD, tree, written } from '../../trees.ts'

const original = await tree()
const steps = original.steps.slice(0, 6)
const LOST = [
  'Other branches (1): only "main" is exported.',
  'The raw model output that each observation was read from.',
  'Token probabilities.',
  'Ids, and the seed, template and times of each step: a re-import creates a new world.'
]

test.each([
  ['inspect', inspect],
  ['traj', traj]
] as const)('%s: what is listed as lost is what does not come back', async (format, exporter) => {
  expect(exporter.losses(treeSource(original), {})).toEqual(LOST)
  const text = await written(exporter, original)
  const { trees, skipped } = await readText(text, { format, now: 0 })
  expect(skipped).toEqual([])
  const [back] = trees
  expect(back?.steps).toEqual(steps)
  const { title, notes, domain, createdAt } = original.session
  expect(back?.session).toMatchObject({ title, notes, domain, createdAt })
  expect(back?.branches.map(({ title, setup }) => ({ title, setup }))).toEqual([
    { title: 'main', setup: original.branches[0]?.setup }
  ])
  const told = ({ engine, model, tokens, thinking, instruction, firings, setup }: (typeof original.calls)[number]) => ({
    ...{ engine, model: model.name, tokens, thinking, instruction, firings, setup }
  })
  expect(back?.calls.map(told)).toEqual(original.calls.slice(0, 6).map(told))
  // Once more, the file is the same but for the ids that the format does not bring back.
  const ids = (one: string) => one.replaceAll(must(back).session.id, original.session.id)
  expect(ids(await written(exporter, must(back)))).toBe(text)
})

test('traj: the keys that SWE-agent writes, and every answer marked as simulated', async () => {
  const found = JSON.parse(await written(traj, original))
  expect(Object.keys(found)).toEqual(['environment', 'trajectory', 'history', 'info', 'replay_config', 'orrery'])
  expect(found.trajectory[0]).toEqual({
    action: 'ls -la',
    observation: must(AWKWARD[0])[1],
    response: 'ls -la',
    thought: '',
    state: {},
    execution_time: 0.5,
    query: [],
    extra_info: { orrery: expect.objectContaining({ simulated: true, origin: 'predicted', step: must(steps[0]).id }) }
  })
  // Its inspectors take the first message of the user for the task, and ask every answer of the assistant for its action.
  expect(found.history.map(({ role }: { role: string }) => role).slice(0, 4)).toEqual([
    'system',
    'user',
    'assistant',
    'user'
  ])
  expect(found.history[2]).toEqual({
    ...{ role: 'assistant', content: 'ls -la', agent: 'main', message_type: 'action', thought: '', action: 'ls -la' }
  })
  expect(found.history).toHaveLength(2 + 2 * steps.length)
})

test('a recorded answer is not marked as simulated', async () => {
  const calls = original.calls.map((call) => ({ ...call, engine: 'recorded' }))
  const log = JSON.parse(await written(inspect, { ...original, calls }))
  expect(log.samples[0].messages[2].metadata.orrery).toMatchObject({ simulated: false, origin: 'recorded' })
})

test('markdown: fences are longer than what is inside, and titles are text', async () => {
  expect(fence('a')).toBe('```\na\n```\n')
  expect(fence('```\n````\n', 'json')).toBe('`````json\n```\n````\n`````\n')
  const session = { ...original.session, title: '# <b>*x*</b>\n## y' }
  const text = await written(markdown, { ...original, session })
  expect(text.split('\n')[0]).toBe('# \\# \\<b\\>\\*x\\*\\</b\\> \\#\\# y')
  expect(text).toContain('## Initial state\n\n```\nA fresh Debian box.\n```\n')
  expect(text).toContain('Simulated answer:\n\n```\nroot@sim:~# ls -la\ntotal 0\nroot@sim:~# \n```\n')
  expect(text).toContain('<details>\n<summary>Thinking</summary>\n\n```\nhm\n```\n\n</details>\n')
  expect(text).toContain('Instruction for this step:\n\n```\nAnswer slowly.\n```\n')
  expect(text).toContain('Perturbation flaky (alter): cut short')
  expect(await written(markdown, original, { options: { thinking: false } })).not.toContain('<details>')
  // Outside its fences the text holds only what was written here.
  const outside: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    const [marks = ''] = /^`{3,}/.exec(line) ?? []
    if (open) open = line === open ? '' : open
    else if (marks) open = marks
    else outside.push(line)
  }
  expect({ open, loose: outside.filter((line) => /Turn 9|predicted_observation|think>/.test(line)) }).toEqual({
    open: '',
    loose: [expect.stringContaining('\\*\\*Action')]
  })
})

test('markdown: rules are told where they change', async () => {
  const setup = { ...must(original.branches[0]).setup, instruction: 'Fast disk.' }
  const calls = original.calls.map((call, index) => (index < 3 ? call : { ...call, setup }))
  const text = await written(markdown, { ...original, calls })
  expect(text.indexOf('From here on: simulation instruction')).toBeGreaterThan(text.indexOf('## 3.'))
  expect(text.indexOf('From here on: simulation instruction')).toBeLessThan(text.indexOf('## 4.'))
})
