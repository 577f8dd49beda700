// Rollouts of one world on the model that comes with Orrery: tokens of prompts that the engine read, and those that it had already.
import { join } from 'node:path'
import { measure } from './rollouts/measure.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')

/** One after the other: each may go on where the one before it stands in the engine. */
export const inTurn = () => measure(RESOURCES, 1)
/** All at the same time, as trainers ask. */
export const atOnce = () => measure(RESOURCES, 8)
