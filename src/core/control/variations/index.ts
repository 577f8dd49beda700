// The list of kinds of variations. A new one is a file in this folder, a line here, and its name in `core/control/variation.ts`.
import type { Variation } from '../vary/original.ts'
import { compose } from './compose.ts'
import { difficulty } from './difficulty.ts'
import { intent } from './intent.ts'
import { state } from './state.ts'

export const variations: Variation[] = [state, intent, difficulty, compose]
