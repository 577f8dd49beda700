// What judges and people are given to judge.
import { z } from 'zod'
import { JudgeItem } from '../control/judging/report.ts'
import { Empty } from './entry.ts'

export const judgingCalls = {
  /** The turns that come with Orrery: true ones, and what a model predicted in their place, `''` where none did. */
  'judging.round': { input: Empty, output: z.array(JudgeItem) }
}
