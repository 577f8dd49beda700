// The ground for worlds of invented facts: the rules are core's, the facts those of the data folder.
import { createHash } from 'node:crypto'
import { createFictionGround } from '../../core/grounds/fiction/ground.ts'
import type { Ground } from '../../core/tree/ports.ts'
import type { GroundOptions } from './options.ts'

// Counted up when the same call on the same facts is answered otherwise than before.
const VERSION = 4

export function fictionGround({ facts }: GroundOptions): Ground | null {
  if (!facts) return null
  const hash = createHash('sha256').update(`fiction ${VERSION}`).digest('hex')
  return createFictionGround({ hash, facts })
}
