// The policy of a search world in words, for results that a model writes.
import type { Setup } from '../../tree/model.ts'
import { referenceOf } from '../../tree/search.ts'

const SNIPPETS = {
  quote: 'A snippet quotes what its page says about the query.',
  tease:
    'A snippet says what its page is about and never gives a figure, a date or a name that a question could ask for; only the page itself shows them.',
  none: 'Results have no snippet: each says "Snippet: N/A", and only the page itself tells more.'
}

/** `''` for a world without a policy. */
export function policyTold(setup: Pick<Setup, 'search'>): string {
  const { search } = setup
  if (!search) return ''
  const { snippets, mix } = search
  const { question, answer, reveal = [] } = referenceOf(setup) ?? { question: '', answer: '' }
  const parts = [
    snippets && SNIPPETS[snippets],
    mix &&
      `Each page of results has ${mix.high} that fit the query well, then ${mix.middle} that fit it in part, then ${mix.background} that are about something else.`,
    answer &&
      `The agent is to find out: ${question} The answer is "${answer}". ${reveal.length ? `Only these pages show it: ${reveal.slice(0, 10).join(', ')}.` : 'Nothing shows it.'} It must not appear in results or anywhere else.`
  ]
  return parts.filter(Boolean).join(' ')
}
