import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Perturbation } from '../../../../src/core/faults/perturbation.ts'
import { perturbations } from '../../../../src/core/faults/perturbations/index.ts'
import { take } from './worlds.ts'

const get = (state: string) => ({ action: 'get_issue id=41', observation: `{"id": 41, "state": "${state}"}` })
const close = { action: 'update_issue id=41 state=closed', observation: '{"id": 41, "state": "closed"}' }

afterEach(() => {
  const added = perturbations.findIndex(({ name }) => name === 'refuse')
  if (added >= 0) perturbations.splice(added, 1)
})

describe('a stale read', () => {
  it('answers as before the change for so many turns, then as it is', async () => {
    const taken = await take(
      { domain: 'mcp' },
      [{ name: 'stale-read', options: { turns: 2 } }],
      [get('open'), close, get('closed'), get('closed'), get('closed')]
    )
    const reads = [0, 2, 3, 4].map((turn) => JSON.parse(taken[turn]?.text ?? '').state)
    expect(reads).toEqual(['open', 'open', 'open', 'closed'])
    expect(taken[2]?.firings[0]).toMatchObject({
      name: 'stale-read',
      effect: 'alter',
      before: get('closed').observation
    })
  })

  it('needs a change between two reads of the same', async () => {
    const other = { action: 'get_issue id=42', observation: '{"id": 42, "state": "open"}' }
    const chains = [
      [get('open'), other, get('closed')],
      [other, close, get('closed')],
      [get('open'), close, close]
    ]
    for (const turns of chains) {
      const taken = await take({ domain: 'mcp' }, [{ name: 'stale-read' }], turns)
      expect(taken.flatMap(({ firings }) => firings)).toEqual([])
    }
  })

  it('does not follow a change that a perturbation refused', async () => {
    const refuse: Perturbation = {
      ...{ name: 'refuse', title: '', description: '', weakness: '', kind: 'explicit', options: z.unknown() },
      examples: [{ domain: 'mcp', turns: [close] }],
      answer: () => ({ text: '{"error": "try later"}', draw: null, detail: 'refused' })
    }
    perturbations.push(refuse)
    const uses = [{ name: 'refuse', when: { turn: [1, 3] } }, { name: 'stale-read' }]
    const taken = await take({ domain: 'mcp' }, uses, [get('open'), get('open'), close, get('new')])
    expect(taken.at(-1)?.text).toBe(get('new').observation)
    const again = await take({ domain: 'mcp' }, uses, [get('open'), get('open'), close, close, get('new')])
    expect(again.at(-1)?.text).toBe(get('open').observation)
  })

  it('keeps a tool’s labels and takes the output of before', async () => {
    const shell = (stdout: string, command: string) =>
      `Command: ${command}\nDirectory: (root)\nStdout: ${stdout}\nStderr: (empty)\nExit Code: 0`
    const taken = await take(
      { domain: 'swe' },
      [{ name: 'stale-read' }],
      [
        { action: '$ cat a', observation: shell('one', 'cat a') },
        { action: '$ echo two > a', observation: shell('(empty)', 'echo two > a') },
        { action: '$ cat a', observation: shell('two', 'cat a') }
      ]
    )
    expect(taken[2]?.text).toBe(shell('one', 'cat a'))
  })
})

describe('eventual consistency', () => {
  const listed = (...items: string[]) => ({ action: 'list_issues', observation: `[\n  ${items.join(',\n  ')}\n]` })
  const [old, changed, made] = ['{"id": 1, "s": "a"}', '{"id": 1, "s": "b"}', '{"id": 2, "s": "a"}']
  const create = { action: 'create_issue title=a', observation: made }

  it('shows what is new after so many reads', async () => {
    const turns = [listed(old), create, listed(made, old), listed(made, old), listed(made, old)]
    const taken = await take({ domain: 'mcp' }, [{ name: 'eventual-consistency', options: { reads: 2 } }], turns)
    expect(taken.map(({ text }) => text)).toEqual([
      listed(old).observation,
      made,
      listed(old).observation,
      listed(old).observation,
      listed(made, old).observation
    ])
  })

  it('hides what was made before anything was listed', async () => {
    const turns = [create, listed(made, old), listed(made, old)]
    const taken = await take({ domain: 'mcp' }, [{ name: 'eventual-consistency', options: { reads: 1 } }], turns)
    expect(taken.slice(1).map(({ text }) => text)).toEqual([listed(old).observation, listed(made, old).observation])
  })

  it('shows what was changed as it was', async () => {
    const turns = [listed(old), listed(changed), listed(changed), listed(changed)]
    const taken = await take({ domain: 'mcp' }, [{ name: 'eventual-consistency', options: { reads: 2 } }], turns)
    expect(taken.map(({ text }) => text)).toEqual(
      [listed(old), listed(old), listed(old), listed(changed)].map(({ observation }) => observation)
    )
  })

  it('shows a record as it was too', async () => {
    const taken = await take(
      { domain: 'mcp' },
      [{ name: 'eventual-consistency', options: { reads: 1 } }],
      [get('open'), close, get('closed'), get('closed')]
    )
    const states = [0, 2, 3].map((turn) => JSON.parse(taken[turn]?.text ?? '').state)
    expect(states).toEqual(['open', 'open', 'closed'])
  })
})
