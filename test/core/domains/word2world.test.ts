// The contract of Word2World's public checkpoints (arXiv 2512.18832): bare turns after a context in two parts.
import { expect, it } from 'vitest'
import { findDomain, findTemplate } from '../../../src/core/domains/index.ts'
import { textenv } from '../../../src/core/domains/textenv/index.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import { answerLimit } from '../../../src/core/step/limits.ts'
import { buildPrompt } from '../../../src/core/step/prompt.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const template = findTemplate(textenv, 'auto', 'word2world')
const turns = [{ action: 'open fridge 1', observation: { text: 'The fridge 1 is empty.' } }]
const SHOWN = 'You see a fridge 1.\n\nAVAILABLE ACTIONS: look,open fridge 1'
const CONTEXT = `# Environment Information (Only visible to Assistant)

In the fridge 1 is nothing.

# User Environment Information (Displayed to User)

${SHOWN}
`
const asked = (setup: object, instruction = '') =>
  buildPrompt(textenv, template, Setup.parse({ domain: 'textenv', ...setup }), turns, 'look', { instruction }).messages

it('the context is the system message, a turn the command and what it shows, without headers', () => {
  expect(asked({ initialState: CONTEXT })).toEqual([
    { role: 'system', content: CONTEXT },
    { role: 'user', content: 'open fridge 1' },
    { role: 'assistant', content: 'The fridge 1 is empty.' },
    { role: 'user', content: 'look' }
  ])
})

it('a hidden part that stands elsewhere comes under the same headings, and a world without one has none', () => {
  const [scene] = asked({ initialState: `In the fridge 1 is nothing.\n\nScene:\n${SHOWN}` })
  const [summary] = asked({ initialState: SHOWN, hidden: 'In the fridge 1 is nothing.' })
  expect([scene?.content, summary?.content]).toEqual([CONTEXT, CONTEXT])
  expect(asked({ initialState: SHOWN })[0]?.content).toBe(SHOWN)
})

it('a task that the shown part does not tell is told at its end', () => {
  expect(asked({ initialState: SHOWN, task: 'Find an egg.' })[0]?.content).toBe(`${SHOWN}\n\nFind an egg.`)
  expect(asked({ initialState: SHOWN, task: 'You see a fridge 1.' })[0]?.content).toBe(SHOWN)
})

it('instructions of a world and of a turn are told, though nothing was trained with them', () => {
  const messages = asked({ initialState: SHOWN, instruction: 'The door sticks.' }, 'Fail this.')
  expect(messages[0]?.content).toBe(`${SHOWN}\n\nThe door sticks.`)
  expect(messages.at(-1)?.content).toBe('look\n\nFail this.')
})

it('the player is shown the second part alone, and can do what it lists', () => {
  expect(textenv.initialState.shown?.(CONTEXT)).toBe(SHOWN)
  const { admissible } = textenv.initial(Setup.parse({ domain: 'textenv', initialState: CONTEXT }))
  expect(admissible).toEqual(['look', 'open fridge 1'])
})

it('success is the end of the episode, worth 1, and no part of the scene', () => {
  const setup = Setup.parse({ domain: 'textenv', initialState: SHOWN })
  const text = 'You move the mug 1 to the shelf 1. [SUCCESS]'
  expect(textenv.document?.read('move mug 1 to shelf 1', text)).toMatchObject({
    scene: 'You move the mug 1 to the shelf 1.',
    reward: 1,
    done: true
  })
  const state = textenv.fold(textenv.initial(setup), { action: 'move mug 1 to shelf 1', observation: { text } })
  expect(state).toMatchObject({ score: 1, done: true })
  expect(textenv.document?.read('read note', 'It says: [SUCCESS] is near.')).toMatchObject({ done: null, reward: null })
})

it('answers have 512 tokens unless the world says otherwise', () => {
  const limit = (maxTokens: number | null) =>
    answerLimit(textenv, template, Setup.parse({ domain: 'textenv', sampling: { maxTokens } }))
  expect([limit(null), limit(64)]).toEqual([512, 64])
})

it('a kind of world without that template has its usual one', () => {
  expect(findTemplate(findDomain('terminal'), 'auto', 'word2world').name).toBe('standard')
})

it('a row of its public data is a world told in words, and is asked with the same messages again', async () => {
  const messages = [...asked({ initialState: CONTEXT }), { role: 'assistant', content: 'You look around. [SUCCESS]' }]
  const { trees } = await readText(JSON.stringify([{ messages }]), { now: 0 })
  const { session, steps, branches } = must(trees[0])
  expect([session.domain, session.title, steps.map(({ action }) => action)]).toEqual([
    'textenv',
    'You see a fridge 1.',
    ['open fridge 1', 'look']
  ])
  const again = buildPrompt(textenv, template, must(branches[0]).setup, steps.slice(0, 1), 'look').messages
  expect(again).toEqual(messages.slice(0, -1))
})
