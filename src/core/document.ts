// A tool's result as what it is, for the document surface.

/** One result of a web search (spec/lwm-protocol, search). */
export interface Hit {
  /** As numbered in the observation, from 1. */
  rank: number
  url: string
  title: string
  snippet: string
  date: string
}

/** What an observation is. `text` is always the whole of it, as it was written. */
export type Document =
  | { kind: 'text'; text: string; error: boolean }
  | { kind: 'json'; text: string; value: unknown; error: boolean }
  | { kind: 'markdown'; text: string }
  | { kind: 'diff'; text: string }
  /** A file with line numbers: `first` is the number of the first line. `path` where the observation or the call names it. */
  | { kind: 'file'; text: string; path: string | null; first: number; lines: string[] }
  /** A command's output: parts are `null` where the observation does not tell them apart. */
  | { kind: 'shell'; text: string; output: string; exitCode: number | null }
  | { kind: 'hits'; text: string; query: string | null; hits: Hit[] }
  /** A text environment's answer: admissible actions, reward and done where it says them. */
  | { kind: 'scene'; text: string; scene: string; admissible: string[]; reward: number | null; done: boolean | null }
