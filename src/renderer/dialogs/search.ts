// What the palette lists for what was typed.
import { isSlip } from '../../core/text/nearest.ts'
import type { WindowCommand } from '../commands.ts'
import { fit, wordsOf } from '../found.ts'

/** The commands that have all typed words, those that have them in their title first. Where none has, those of whose title they are slips. */
export function searched(commands: readonly WindowCommand[], query: string): WindowCommand[] {
  const words = wordsOf(query)
  if (words.length === 0) return query.trim() ? [] : [...commands]
  const found = ranked(commands, ({ title, also = '' }) => {
    const begins = wordsOf(title).join(' ').startsWith(words.join(' '))
    // Within a word of those beside the title there is too much.
    const beside = fit(`${title} ${also}`, query) === 1
    return 2 * fit(title, query) + (beside ? 1 : 0) + (begins ? 1 : 0)
  })
  const nearly = ({ title }: WindowCommand) => {
    const own = wordsOf(title)
    return words.every((word) => own.some((one) => isSlip(word, one)))
  }
  return found.length > 0 ? found : commands.filter(nearly)
}

function ranked(commands: readonly WindowCommand[], score: (one: WindowCommand) => number): WindowCommand[] {
  return commands
    .map((one) => ({ one, score: score(one) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one)
}
