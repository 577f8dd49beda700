// How a verdict is told: a word, a sign and a colour.
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ScenarioGroup } from '../../core/control/summary.ts'
import type { Axis } from '../../core/tree/conditions.ts'

export type ToldVerdict = 'pass' | 'fail' | 'inconclusive' | 'flaky'

export const VERDICTS: Record<ToldVerdict, [word: string, Icon: typeof CircleCheck, look: string]> = {
  pass: ['passed', CircleCheck, 'border-ok/50 bg-ok/8'],
  fail: ['failed', CircleX, 'border-danger/60 bg-danger/8'],
  flaky: ['flaky', CircleAlert, 'border-accent/70 bg-accent/10'],
  inconclusive: ['inconclusive', CircleHelp, 'border-line border-dashed bg-raised']
}

export const COLOURS: Record<ToldVerdict, string> = {
  pass: 'text-ok',
  fail: 'text-danger',
  flaky: 'text-accent',
  inconclusive: 'text-muted'
}

export const told = ({ verdict, flaky }: ScenarioGroup): ToldVerdict => (flaky ? 'flaky' : verdict)

/** What a check is about, by its axis. */
export const AXES: Record<Axis, string> = { Ctrl: 'does as told', Err: 'deals with errors', LC: 'holds over turns' }
