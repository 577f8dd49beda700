/** `input`: JSON of `{ turn, turns }`. */
export interface Asked {
  id: number
  source: string
  input: string
}

export type Told = { id: number; holds: boolean } | { id: number; problem: string }
