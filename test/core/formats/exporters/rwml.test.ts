import { expect, test } from 'vitest'
import { rwml } from '../../../../src/core/formats/exporters/rwml.ts'
import { written } from '../../trees.ts'
import { notes, rowsIn, shell, world } from './training.ts'

const rows = async (...given: Parameters<typeof written>) => rowsIn(await written(...given))

test('a triplet for each turn: the state before, the action, the state after', async () => {
  expect(await rows(rwml, shell)).toEqual([
    {
      ...{ state: 'A box.\n$ ', action: '[{"keystrokes":"ls\\n","duration":1}]', next_state: '$ ls\na\n$ ' },
      ...{ attempts: 0, mean_reward: null },
      metadata: {
        ...{ program: 'orrery', version: '0.0.0', session: 's1', title: 'Fix it', branch: 'main', domain: 'terminal' },
        ...{ turn: 1, simulated: false, model: 'bash 5.2' }
      }
    },
    expect.objectContaining({ state: '$ ls\na\n$ ', next_state: '$ cat a\nhello\n$ ' })
  ])
})

const truth = 'one two three four five six seven eight nine ten'
const attempted = (right: number, wrong: number) =>
  world({ domain: 'textenv' }, [
    {
      action: 'look',
      text: truth,
      engine: 'recorded',
      instead: [
        ...Array.from({ length: right }, (_, n) => ({ action: 'look', text: `${truth} ${n}` })),
        ...Array.from({ length: wrong }, (_, n) => ({ action: 'look', text: `nothing of that sort ${n}` }))
      ]
    }
  ])

test('a turn that is predicted well in enough attempts is left out; one in ten of them stays', async () => {
  expect(await rows(rwml, await attempted(9, 1), { options: { keep: 0 } })).toEqual([])
  expect(await rows(rwml, await attempted(9, 1), { options: { keep: 1 } })).toMatchObject([
    { attempts: 10, mean_reward: 0.9 }
  ])
  expect(await rows(rwml, await attempted(5, 5), { options: { keep: 0 } })).toMatchObject([
    { attempts: 10, mean_reward: 0.5 }
  ])
})

test('too few attempts say nothing, and other actions are no attempts', async () => {
  expect(await rows(rwml, await attempted(9, 0), { options: { keep: 0 } })).toMatchObject([
    { attempts: 9, mean_reward: 1 }
  ])
  const [first] = await rows(rwml, notes)
  expect(first).toMatchObject({ attempts: 1, mean_reward: 0 })
})
