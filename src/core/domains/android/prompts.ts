// The templates of an Android phone: for models that think before they answer, and for small ones.
import given from '../../../../resources/prompts/android.json' with { type: 'json' }
import { closingsFor } from '../../text/closings.ts'
import type { DomainTemplate } from '../domain.ts'
import { LARGE, promptTexts, SMALL_SCREEN } from '../templates.ts'

const texts = promptTexts('android', given, 'screen')

export const standard: DomainTemplate = {
  ...LARGE,
  ...texts.standard,
  closings: closingsFor('the next state of the screen')
}

export const small: DomainTemplate = { ...SMALL_SCREEN, ...texts.small, stop: [...SMALL_SCREEN.stop, '```'] }
