// When a state on disk is worth its time.
import type { ReadingPace } from './pace.ts'
import type { KeptSequences } from './states.ts'

// No turn has fewer tokens; less is not worth a file, whatever the machine.
const LEAST_SAVED = 8
// Beginnings as short as this are alike by chance: nobody waits for somebody else to read them.
const LEAST_SHARED = 64
// Into and out of the system's cache of the disk (measured: 50 MB in 52 and 12 ms).
const WRITTEN_PER_MS = 1e6
const LOADED_PER_MS = 4e6
// Whoever goes back in a world often returns to where it was: up to this a state is written even if reading again would not take longer.
const UNNOTICED_MS = 50

/** Each of a state of `length` tokens that saves reading `tokens` of them. */
export interface Worth {
  loading(tokens: number, length: number): boolean
  saving(tokens: number, length: number): boolean
  /** Waiting for somebody else to read and save it. */
  sharing(tokens: number, length: number): boolean
}

/** Nothing is worth it where no states are kept. */
export function createWorth(states: KeptSequences | null, pace: ReadingPace): Worth {
  if (!states) return { loading: () => false, saving: () => false, sharing: () => false }
  const bytes = (length: number) => length * states.bytesPerToken
  const loading = (tokens: number, length: number) =>
    tokens >= LEAST_SAVED && tokens * pace.ms > bytes(length) / LOADED_PER_MS
  const saving = (tokens: number, length: number) => {
    const ms = bytes(length) / WRITTEN_PER_MS
    return loading(tokens, length) && (ms <= UNNOTICED_MS || tokens * pace.ms > ms)
  }
  return { loading, saving, sharing: (tokens, length) => tokens >= LEAST_SHARED && saving(tokens, length) }
}
