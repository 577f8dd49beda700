// The templates of a desktop: for models that think before they answer, and for small ones.
import given from '../../../../resources/prompts/os.json' with { type: 'json' }
import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { LARGE, promptTexts, SMALL_SCREEN } from '../templates.ts'

const texts = promptTexts('os', given, 'desktop')

export const standard: DomainTemplate = {
  ...LARGE,
  ...texts.standard,
  closings: closingsFor('the next state of the desktop')
}

export const small: DomainTemplate = { ...SMALL_SCREEN, ...texts.small, stop: [...SMALL_SCREEN.stop, '```'] }
