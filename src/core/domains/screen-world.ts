// What the domains share that show a screen.

import { plain } from '../text/plain.ts'
import type { Domain } from './domain.ts'

// A full page or a phone's XML is 20,000 characters and more, some 7,000 tokens; the rest is for thinking.
const SCREEN_TOKENS = 16_384

/** A domain of screens is this, its actions, and what its state tells of a screen: `opening`, how the next one begins, among it. */
export const screenWorld = {
  surface: 'screen',
  prediction: {
    stateInFirstTurn: true,
    maxTokens: SCREEN_TOKENS,
    // A program may show anything, but in its format.
    prefill: (_action, state) => String(state.opening)
  },
  normalise: plain
} satisfies Partial<Domain>
