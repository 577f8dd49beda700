// What the templates for models of one size have in common.
import type { DomainTemplate } from './domain.ts'

/** For 35B-class world models, which think before they answer; tools as the data that they were trained on tells them. */
export const LARGE = {
  name: 'standard',
  thinking: true,
  prefill: false,
  stop: [],
  repeats: 0,
  toolForm: 'markdown'
} satisfies Partial<DomainTemplate>

/** For models under about a billion parameters: short, with demonstrations, no thinking, and the beginning said for them. */
export const SMALL = { name: 'small', thinking: false, prefill: true, repeats: 6 }

/** What a small model writes when it runs on past its turn: the next one. */
export const NEXT_TURN = ['### Turn', '**Action:**', '**Environment Observation:**']

// Rows of a screen are alike more often than lines of a terminal.
export const SMALL_SCREEN = { ...SMALL, repeats: 12, stop: [...NEXT_TURN, '**Current State:**', '\nAction:'] }
