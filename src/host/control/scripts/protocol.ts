/** `input`: JSON of `{ turn, turns }`. */
export interface ToScript {
  id: number
  source: string
  input: string
}

export type FromScript = { id: number; holds: boolean } | { id: number; problem: string }
