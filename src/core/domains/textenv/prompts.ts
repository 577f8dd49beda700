// The templates of text environments: for models that think before they answer, and for small ones.
import given from '../../../../resources/prompts/textenv.json' with { type: 'json' }
import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { LARGE, NEXT_TURN, promptTexts, SMALL } from '../templates.ts'
import { isContext, readContext, writeContext } from './context.ts'

const texts = promptTexts('textenv', given)

export const standard: DomainTemplate = {
  ...LARGE,
  ...texts.standard,
  closings: closingsFor('the next observation')
}

export const small: DomainTemplate = { ...SMALL, ...texts.small, stop: [...NEXT_TURN, '```'] }

/**
 * For the checkpoints of Word2World (arXiv 2512.18832), which were trained on the context as system message, the bare command as user and the
 * bare observation as assistant. A command that succeeds is answered with ` [SUCCESS]` at the end (`readScene`).
 */
export const word2world: DomainTemplate = {
  name: 'word2world',
  taskDescription: '',
  actionSpace: '',
  demonstrations: '',
  thinking: false,
  prefill: false,
  stop: [],
  repeats: 0,
  maxTokens: 512,
  bare: {
    system({ initialState, hidden, task = '' }) {
      const context = readContext(initialState)
      const goal = context.shown.includes(task.trim()) ? '' : task.trim()
      return writeContext({
        hidden: [context.hidden, hidden?.trim()].filter(Boolean).join('\n\n'),
        shown: [context.shown, goal].filter(Boolean).join('\n\n')
      })
    },
    stateIn: (system) => (isContext(system) ? system : null)
  }
}
