// A tool's result as what it is, for the document surface.
import type { SceneGoal } from './scene-goals.ts'

/** One result of a web search. */
export interface Hit {
  /** As numbered in the observation, from 1. */
  rank: number
  url: string
  title: string
  snippet: string
  date: string
  /** Which of several queries this answers, where one observation answers several. */
  query?: string
}

/** What an observation is. `text` is always the whole of it, as it was written. */
export type Document =
  | { kind: 'text'; text: string; error: boolean }
  | { kind: 'json'; text: string; value: unknown; error: boolean }
  | { kind: 'markdown'; text: string }
  | { kind: 'diff'; text: string }
  /** A file with line numbers: `first` is the number of the first line. `path` where the observation or the call names it; `note` is what the tool says around the lines. */
  | { kind: 'file'; text: string; path: string | null; first: number; lines: string[]; note?: string }
  /** A command's output: parts are `null` where the observation does not tell them apart. `stderr` where it stands apart from `output`. */
  | { kind: 'shell'; text: string; output: string; stderr?: string; exitCode: number | null }
  /** `query` is `null` when there were none or several. */
  | { kind: 'hits'; text: string; query: string | null; hits: Hit[] }
  /** A text environment's answer: admissible actions, reward, total score, moves and done where it says them; `scene` is the rest. */
  | {
      kind: 'scene'
      text: string
      scene: string
      admissible: string[]
      reward: number | null
      score?: number
      /** The highest score that there is. */
      most?: number
      moves?: number
      /** The subgoals that it lists, with which of them are met. */
      goals?: SceneGoal[]
      done: boolean | null
    }
