/** `input`: JSON of `{ turn, turns }`. */
export interface Asked {
  id: number
  source: string
  input: string
}

/** `id: null`: the thread is of no further use and should be replaced. */
export type Told = { id: number; holds: boolean } | { id: number; problem: string } | { id: null }
