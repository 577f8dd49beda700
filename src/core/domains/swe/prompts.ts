// The templates of software engineering: for models that think before they answer, and for small ones.
import given from '../../../../resources/prompts/swe.json' with { type: 'json' }
import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { LARGE, NEXT_TURN, promptTexts, SMALL } from '../templates.ts'
import { codingSetOf } from './sets.ts'
import { written } from './trained.ts'

const texts = promptTexts('swe', given)

export const standard: DomainTemplate = {
  ...LARGE,
  ...texts.standard,
  format: written,
  demonstrationsFor: (setup) => codingSetOf(setup)?.demonstrations ?? null,
  closings: closingsFor("the tool's result")
}

export const small: DomainTemplate = { ...SMALL, ...texts.small, stop: [...NEXT_TURN, '\n```'] }
