import { expect, it } from 'vitest'
import { turnOf, withResult } from '../../../../src/core/grounds/user/script.ts'
import { UserUse } from '../../../../src/core/tree/user.ts'

const mara = UserUse.parse({
  knows: { booking_reference: 'QX7L2', name: 'Mara Ohl' },
  opens: 'Hello.',
  rules: [
    { asked: ['help', 'how can I'], say: 'I want to cancel my flight.' },
    { id: 'agreed', asked: ['confirm', 'shall I'], times: 1, say: 'Yes, I am {name}.' },
    { asked: ['cancelled'], after: 'agreed', say: 'Bye.', ends: true },
    { say: 'Pardon?', times: 1 }
  ]
})

const said = (...messages: string[]) => turnOf(mara, messages)?.say ?? null

it('gives a fact away where its name is asked for, and only there', () => {
  expect(said('How can I help you?')).toBe('I want to cancel my flight.')
  expect(said('What is your BOOKING  reference?')).toBe('My booking reference is QX7L2.')
  expect(said('Your name and your booking reference, please.')).toBe(
    'My booking reference is QX7L2. My name is Mara Ohl.'
  )
})

it('says a fact again only where nothing else is asked', () => {
  const asked = 'What is your booking reference?'
  expect(said(asked, 'Shall I cancel the booking reference QX7L2?')).toBe('Yes, I am Mara Ohl.')
  expect(said(asked, asked)).toBe('My booking reference is QX7L2.')
})

it('follows rules in their order, as often as they may, once another was used, and says what is left otherwise', () => {
  expect(said('It is cancelled.')).toBe('Pardon?')
  expect(said('Hm.', 'Hm.')).toBe("I don't know.")
  expect(said('Shall I?', 'Shall I?')).toBe('Pardon?')
  expect(said('Shall I?', 'How can I help?')).toBe('I want to cancel my flight.')
  expect(turnOf(mara, ['Shall I?', 'It is cancelled.'])).toEqual({ say: 'Bye.', does: null, ends: true })
  expect(said('Shall I?', 'It is cancelled.', 'Anything else?')).toBeNull()
})

it('several rules answer one message, up to the one that ends the talk', () => {
  expect(said('Shall I?', 'It is cancelled. How can I help?')).toBe('I want to cancel my flight. Bye.')
})

it('a tool’s answer stands where the words say', () => {
  expect(withResult('{result.a.b}, {result.c}, {result.none}', '{"a":{"b":1},"c":"x"}')).toBe('1, x, …')
  expect(withResult('It says {result} {result.a}', 'plain')).toBe('It says plain …')
  expect(withResult('{other}', '{}')).toBe('{other}')
})

it('refuses rules that name what is not there', () => {
  const wrong = (rule: object, more = {}) =>
    UserUse.safeParse({ rules: [{ say: 'a', ...rule }], ...more }).error?.issues.map(({ message, path }) => [
      path.join('.'),
      message
    ])
  expect(wrong({ say: 'I am {age}.' }, { knows: { name: 'Mara' } })).toEqual([
    ['rules.0.say', 'the user does not know "age"; they know: name']
  ])
  expect(wrong({ after: 'x' })).toEqual([['rules.0.after', 'there is no rule with the id "x"']])
  expect(wrong({ does: { tool: 'restart' } })).toEqual([
    ['rules.0.does.tool', '"restart" is none of the user\'s tools; add it to them']
  ])
  expect(wrong({ say: '{result.a}' })).toEqual([
    ['rules.0.say', 'the user does not know "result.a"; they know: nothing']
  ])
  expect(wrong({ say: '{result.a}', does: { tool: 'restart' } }, { tools: ['restart'] })).toBeUndefined()
})

it('a recorded user says their answers in order, whatever they are asked, and leaves after the last', () => {
  const user = UserUse.parse({ answers: 'recorded', dialogue: ['It is {broken}.', 'Thanks. Bye.'] })
  expect(turnOf(user, ['Hello?'])).toEqual({ say: 'It is {broken}.', does: null, ends: false })
  expect(turnOf(user, ['Hello?', 'Name?'])).toEqual({ say: 'Thanks. Bye.', does: null, ends: true })
  expect(turnOf(user, ['Hello?', 'Name?', 'Still there?'])).toBeNull()
  expect(UserUse.safeParse({ answers: 'recorded' }).error?.issues[0]?.path).toEqual(['dialogue'])
})
