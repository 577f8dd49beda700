// The templates of search: for models that think before they answer, and for small ones.
import given from '../../../../resources/prompts/search.json' with { type: 'json' }
import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { LARGE, NEXT_TURN, promptTexts, SMALL } from '../templates.ts'

const texts = promptTexts('search', given)

export const standard: DomainTemplate = {
  ...LARGE,
  ...texts.standard,
  closings: closingsFor("the tool's response")
}

export const small: DomainTemplate = { ...SMALL, ...texts.small, stop: NEXT_TURN }
