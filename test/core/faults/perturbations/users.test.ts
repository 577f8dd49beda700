// Users who are no help, in a world whose user follows a script.
import { expect, it } from 'vitest'
import type { PerturbationUse, Setup } from '../../../../src/core/tree/model.ts'
import { UserUse } from '../../../../src/core/tree/user.ts'
import { take } from './worlds.ts'

const user = UserUse.parse({ knows: { number: 'AB-19', name: 'Mara' }, rules: [{ asked: ['agree'], say: 'Yes.' }] })

/** What the user says to each message. */
async function talk(use: Partial<PerturbationUse> & { name: string }, messages: string[], setup: Partial<Setup> = {}) {
  const turns = messages.map((message) => ({ action: `say message="${message}"`, observation: '' }))
  const taken = await take({ domain: 'mcp', setup: { user, ...setup } }, [use], turns)
  return taken.map(({ text }) => text)
}
const NUMBER = 'Your number?'

it('a silent user has not heard what was said, and answers when asked again', async () => {
  const once = { ...user, rules: [{ asked: ['agree'], say: 'Yes.', times: 1 }] }
  const use = { name: 'user-silent', when: { turn: 1 } }
  expect(await talk(use, ['Do you agree?', 'Do you agree?'], { user: once })).toEqual([
    '(The user does not answer.)',
    'Yes.'
  ])
})

it('an evasive user tells it when asked again', async () => {
  expect(await talk({ name: 'user-evasive', when: { turn: 1 } }, [NUMBER, NUMBER])).toEqual([
    'Why do you need to know that?',
    'My number is AB-19.'
  ])
})

it('an impatient user leaves after so many messages, and is gone', async () => {
  const use = { name: 'user-impatient', options: { after: 2, say: 'Enough.' } }
  expect(await talk(use, [NUMBER, 'Do you agree?', 'Your name?', 'Your name?'])).toEqual([
    'My number is AB-19.',
    'Yes.',
    'Enough. ###STOP###',
    '###STOP###'
  ])
})

it('a mistaken user tells what they know with one wrong sign, or as it is said, and the same every time', async () => {
  const [wrong = ''] = await talk({ name: 'user-wrong' }, [NUMBER])
  expect(wrong).toMatch(/^My number is (?:[B]B-19|AC-19|AB-29|AB-10)\.$/)
  expect(await talk({ name: 'user-wrong' }, [NUMBER])).toEqual([wrong])
  const use = { name: 'user-wrong', options: { fact: 'number', value: 'AB-91' } }
  expect(await talk(use, ['Your number and your name?', 'Your name?'])).toEqual([
    'My number is AB-91. My name is Mara.',
    'My name is Mara.'
  ])
})

it('who changes their mind says so beside the answer', async () => {
  const use = { name: 'user-changes-mind', options: { say: 'Leave it.' }, when: { turn: 1 } }
  expect(await talk(use, [NUMBER, 'Do you agree?'])).toEqual(['My number is AB-19. Leave it.', 'Yes.'])
})

it('on the web the page stays below what they say', async () => {
  const page = "URL: https://shop.example/\nTab 0 (current): Shop\n\nRootWebArea 'Shop', focused"
  for (const [name, said] of [
    ['user-silent', '(The user does not answer.)'],
    ['user-changes-mind', 'My number is AB-19. Wait, I have changed my mind.']
  ] as const) {
    const turns = [{ action: "send_msg_to_user('Your number?')", observation: '' }]
    const [taken] = await take({ domain: 'web', setup: { user, initialState: page } }, [{ name }], turns)
    expect(taken?.text).toBe(`Message from the user: ${said}\n\n${page}`)
  }
})

it('nothing but talk is disturbed', async () => {
  for (const name of ['user-silent', 'user-evasive', 'user-impatient', 'user-changes-mind', 'user-wrong']) {
    const use = { name, options: name === 'user-impatient' ? { after: 0 } : {} }
    const turns = [{ action: 'list_issues', observation: 'AB-19' }]
    const [taken] = await take({ domain: 'mcp', setup: { user } }, [use], turns)
    expect([name, taken?.text, taken?.firings]).toEqual([name, 'AB-19', []])
  }
})
