// Perturbations read observations, which models and people write: texts that are long, deep or broken.
import { describe, expect, it } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import type { Moment, Perturbation } from '../../src/core/faults/perturbation.ts'
import { Setup } from '../../src/core/tree/model.ts'
import { data } from '../core/faults/perturbations/worlds.ts'

/** A turn after the same action and a change, both answered with this text. */
function momentIn(domain: string, text: string): Moment {
  const found = findDomain(domain)
  const setup = Setup.parse({ domain })
  const action = found.fromText('', setup)
  const change = found.fromText(domain === 'terminal' ? 'touch a b' : 'create_issue labels=["a", "b"]', setup)
  const chain = [action, change].map((taken, index) => ({
    ...{ id: String(index).repeat(64), parent: null, action: taken, observation: { text } }
  }))
  const firings = [
    { name: 'paginated', effect: 'alter', draw: null, detail: 'The first 5 of 9 items.', before: text } as const
  ]
  const past = chain.map((step) => ({ step, label: '', firings }))
  const numbers = [0.1, 0.7, 0.4, 0.9, 0.3]
  let at = 0
  return {
    ...{
      domain: found,
      setup,
      action,
      label: '',
      state: found.initial(setup),
      chain,
      before: text,
      tool: 'list_issues'
    },
    ...{ draw: 0.3, when: null, use: 'x', past: () => past, calls: () => true, random: () => numbers[at++ % 5] ?? 0 }
  }
}

const hostile = (size: number): string[] => [
  '',
  '\n',
  '\ud83d',
  '['.repeat(size),
  `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
  `${'{"a":['.repeat(49)}1${']}'.repeat(49)}`,
  'x'.repeat(size),
  ' '.repeat(size),
  '\n'.repeat(size),
  '- a\n'.repeat(size / 4),
  '1,234.5 '.repeat(size / 8),
  '1'.repeat(size),
  '[1] https://a.example\nTitle: a\nSnippet: 1\n\n'.repeat(size / 50),
  '|a|\n|---|\n'.repeat(size / 10),
  'a,b\n'.repeat(size / 4),
  Array.from({ length: size / 10 }, (_, at) => `a,${at}`).join('\n'),
  '\\"'.repeat(size / 2),
  JSON.stringify(Array.from({ length: size / 50 }, (_, id) => ({ id, name: `n${id}`, on: true }))),
  JSON.stringify(Object.fromEntries(Array.from({ length: size / 20 }, (_, at) => [`k${at}`, at]))),
  '[{"__proto__": 1, "constructor": "a"}, {"__proto__": 2}]',
  JSON.stringify({ content: [{ type: 'text', text: '[1,2,3]' }], structuredContent: { a: [1] } })
]

describe('no text makes one of them throw, and a long one takes no longer than its length asks for', () => {
  // One large text of each kind where all of them serve; the others differ in what stands around the text.
  const places: [domain: string, size: number][] = [
    ['mcp', 1_048_576],
    ...['search', 'swe', 'terminal', 'textenv'].map((domain): [string, number] => [domain, 16_384])
  ]
  it.each(data)('$name', (one: Perturbation) => {
    const options = one.options.parse({})
    for (const [domain, size] of places) {
      if (one.serves && !one.serves(findDomain(domain))) continue
      for (const text of hostile(size)) {
        const moment = momentIn(domain, text)
        const made = [one.answer?.(moment, options), one.alter?.(moment, `${text}\n`, options)]
        expect(made.every((effect) => typeof (effect?.text ?? '') === 'string')).toBe(true)
      }
    }
  })
})
