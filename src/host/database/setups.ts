// Rules of worlds as they are stored: long, since they hold the initial state, and few.
import { createRecent } from '../../core/text/recent.ts'
import { Setup } from '../../core/tree/model.ts'

// Each may hold a page of HTML as its initial state: no more of them are kept than a session usually has.
const KEPT = 64

/** Reads a stored setup. It is parsed, so that a rule newer than the record has its default, but each text only once: nobody may change what comes back. */
export type ReadSetup = (text: string) => Setup

export function createSetups(): ReadSetup {
  const known = createRecent<Setup>(KEPT)
  return (text) => known.get(text) ?? known.set(text, Setup.parse(JSON.parse(text)))
}
