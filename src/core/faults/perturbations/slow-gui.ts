// The screen is still loading: what an action brings is shown one or more turns later.
import { z } from 'zod'
import { unchanged } from '../../observations/screens/screen.ts'
import type { Firing } from '../../tree/model.ts'
import { insertParts } from '../gui-insert.ts'
import { hasScreen, leavesScreen } from '../gui-press.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { ANDROID, DESKTOP, PAGE, pressed, SNAPSHOT } from '../samples.ts'

const Options = z.strictObject({
  /** What the progress indicator is called. */
  text: z.string().min(1).max(100).default('Loading'),
  /** How many turns it stays. */
  turns: z.int().min(1).max(20).default(1)
})
type Options = z.infer<typeof Options>

export const slowGui: Perturbation<Options> = {
  name: 'slow-gui',
  title: 'Slow screen',
  description: 'The screen before with a progress indicator, then the new content once the agent waits or acts.',
  weakness: 'Acts on a screen that is still loading, or takes it for the result.',
  kind: 'implicit',
  options: Options,
  serves: hasScreen,
  examples: [
    pressed('web', "click('14')", PAGE),
    { ...pressed('web', "click('e5')", SNAPSHOT), options: { text: 'Please wait', turns: 2 } },
    pressed('android', 'tap 1', ANDROID),
    pressed('os', 'pyautogui.click(1060, 657)', DESKTOP)
  ],
  continues: (moment) => withheldIn(moment) !== null,
  answer(moment, { turns }) {
    const held = withheldIn(moment)
    if (!held || leavesScreen(moment)) return null
    const left = turns - held.shown
    const detail = left > 0 ? 'The screen is still loading.' : 'The screen has loaded.'
    return { text: left > 0 ? moment.before : held.text, draw: null, detail }
  },
  alter(moment, text, { text: name }) {
    if (withheldIn(moment) || unchanged(moment.before, text)) return null
    const loading = insertParts(moment.before, [{ role: 'progressbar', name, place: [0.4, 0.48, 0.2, 0.04] }])
    return loading === null ? null : { text: loading, draw: null, detail: `"${name}" is shown before the new content.` }
  }
}

/** What is not shown yet, and for how many turns it was not; `null` when nothing is withheld. */
function withheldIn({ past }: Moment): { text: string; shown: number } | null {
  const turns = past()
  const own = ({ name }: Firing) => name === 'slow-gui'
  for (let at = turns.length - 1; at >= 0; at--) {
    const { firings, step } = turns[at] ?? { firings: [] }
    const first = firings.find((firing) => own(firing) && firing.effect === 'alter')?.before
    if (first !== undefined) return { text: first, shown: turns.length - at }
    // While it loads, each turn repeats the text of the turn before. Another text means that the screen has loaded.
    if (!firings.some(own) || step?.observation.text !== turns[at - 1]?.step.observation.text) return null
  }
  return null
}
