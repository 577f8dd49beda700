// The templates of a terminal: for models that think before they answer, and for small ones.
import given from '../../../../resources/prompts/terminal.json' with { type: 'json' }
import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { LARGE, NEXT_TURN, promptTexts, SMALL } from '../templates.ts'
import { indented, promptLine } from './trained.ts'

const texts = promptTexts('terminal', given)

export const standard: DomainTemplate = {
  ...LARGE,
  ...texts.standard,
  format: indented,
  currentState: promptLine,
  closings: closingsFor("the terminal's next output")
}

export const small: DomainTemplate = { ...SMALL, ...texts.small, stop: [...NEXT_TURN, '```'] }
