// Room to think: how many tokens an answer may take, and a thought that is closed before its end.
import { describe, expect, test } from 'vitest'
import { domains, findDomain, findTemplate } from '../../../src/core/domains/index.ts'
import { answerLimit, MOST_WITH_THINKING, thinkingOf } from '../../../src/core/step/limits.ts'
import { watchThought } from '../../../src/core/step/thought.ts'
import { Setup } from '../../../src/core/tree/model.ts'

const TERMINAL = findDomain('terminal')

describe('how many tokens an answer may take', () => {
  test.each(domains.map((domain) => [domain.id, domain] as const))('%s: 32,768 where the model thinks', (_, domain) => {
    const setup = Setup.parse({ domain: domain.id })
    expect(answerLimit(domain, findTemplate(domain, 'standard', 'standard'), setup)).toBe(MOST_WITH_THINKING)
    expect(MOST_WITH_THINKING).toBe(32_768)
  })

  test('without thinking what the domain needs, else 2,048', () => {
    const small = (id: string) => {
      const domain = findDomain(id)
      return answerLimit(domain, findTemplate(domain, 'small', 'small'), Setup.parse({ domain: id }))
    }
    expect(small('terminal')).toBe(2048)
    expect(small('web')).toBe(16_384)
  })

  test('what the rules say outranks both', () => {
    const setup = Setup.parse({ domain: 'terminal', sampling: { maxTokens: 9 } })
    for (const name of ['standard', 'small']) {
      expect(answerLimit(TERMINAL, findTemplate(TERMINAL, name, name), setup)).toBe(9)
    }
  })
})

test('the rule for thinking holds for templates that ask for it', () => {
  const rule = (thinking: Setup['thinking'], template: { thinking: boolean }) =>
    thinkingOf(template, thinking === undefined ? {} : { thinking })
  expect(rule(undefined, { thinking: true })).toEqual({ thinking: true, budget: null })
  expect(rule('full', { thinking: true })).toEqual({ thinking: true, budget: null })
  expect(rule('off', { thinking: true })).toEqual({ thinking: false, budget: null })
  expect(rule(512, { thinking: true })).toEqual({ thinking: true, budget: 512 })
  expect(rule('full', { thinking: false })).toEqual({ thinking: false, budget: null })
})

describe('a thought that is closed in the model’s place', () => {
  const watched = (begun: string, pieces: string[], tagged = true) => {
    const thought = watchThought(begun, { tagged })
    for (const piece of pieces) thought.push(piece)
    return { open: thought.open(), closing: thought.closing({ held: false }) }
  }

  test('inside think tags it is closed, and the observation opened', () => {
    const closed = { open: true, closing: '\n</think>\n\n<predicted_observation>\n' }
    expect(watched('<think>\n', ['The fi', 'les'])).toEqual(closed)
    expect(watched('', ['<th', 'ink>', 'hm'])).toEqual(closed)
    expect(watched('', ['<think>hm'], false)).toEqual({ open: true, closing: '\n</think>\n\n' })
  })

  test('a model that thinks without tags has its observation opened', () => {
    expect(watched('', ['First, the folder.'])).toEqual({ open: true, closing: '\n<predicted_observation>\n' })
  })

  test('once the observation is open nothing is closed, wherever the tags were cut', () => {
    const over = { open: false, closing: '' }
    expect(watched('<think>\n', ['hm</th', 'ink>\n\n<predicted_', 'observation>', 'ls'])).toEqual(over)
    expect(watched('', ['<think>a</think>', 'ls'], false)).toEqual(over)
    expect(watched('**Environment Observation:**\n', ['ls'], false)).toEqual(over)
  })

  test('a tag that the thought mentions does not end it', () => {
    expect(watched('<think>\n', ['I write <predicted_observation> later']).open).toBe(true)
  })

  test('where a grammar opens the observation, only the thought is closed', () => {
    const thought = watchThought('<think>\n', { tagged: true })
    thought.push('hm')
    expect(thought.closing({ held: true })).toBe('\n</think>')
  })
})
