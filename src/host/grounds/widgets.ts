// The ground for screens: the rules are core's, and run in this process.
import { createHash } from 'node:crypto'
import { createWidgets } from '../../core/grounds/widgets/ground.ts'
import { RULES } from '../../core/grounds/widgets/rules.ts'
import type { Ground } from '../../core/tree/ports.ts'

// Counted up when the same action on the same screen is answered otherwise than before, so that a step's hash says by which rules it was made.
const VERSION = 4

export function openWidgets(): Ground {
  const hash = createHash('sha256')
    .update(JSON.stringify([VERSION, RULES]))
    .digest('hex')
  return createWidgets({ hash })
}
