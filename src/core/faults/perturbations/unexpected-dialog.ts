// A modal dialog that nobody asked for: nothing else can be used until its button is pressed.
import { z } from 'zod'
import { insertParts } from '../gui-insert.ts'
import { hasScreen, leavesDialog, presses } from '../gui-press.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { ANDROID, DESKTOP, PAGE, pressed, SNAPSHOT } from '../samples.ts'

const Line = z.string().min(1).max(300)
const Options = z.strictObject({
  title: Line.default('Update available'),
  message: Line.default('A new version is ready to install. The application restarts afterwards.'),
  /** The button that closes it. */
  button: Line.default('Not now')
})
type Options = z.infer<typeof Options>

export const unexpectedDialog: Perturbation<Options> = {
  name: 'unexpected-dialog',
  title: 'Unexpected dialog',
  description: 'A modal dialog opens over the screen, which does nothing until the dialog’s button is pressed.',
  weakness: 'Acts on what lies behind a dialog and does not notice that nothing happens.',
  kind: 'explicit',
  options: Options,
  serves: hasScreen,
  examples: [
    pressed('web', "click('14')", PAGE),
    {
      ...pressed('web', "click('e5')", SNAPSHOT),
      options: { title: 'Session', message: 'Are you still there?', button: 'Continue' }
    },
    pressed('android', 'tap 1', ANDROID),
    pressed('os', 'pyautogui.click(1060, 657)', DESKTOP)
  ],
  continues: (moment) => behind(moment) !== null,
  answer(moment, { button }) {
    const screen = behind(moment)
    if (screen === null) return null
    if (presses(moment, button) || leavesDialog(moment)) {
      return { text: screen, draw: null, detail: 'The dialog is closed.' }
    }
    return { text: moment.before, draw: null, detail: 'The dialog is open: nothing else can be used.' }
  },
  alter(moment, text, { title, message, button }) {
    // Without a trigger it opens once.
    const again = moment.when !== null || !moment.past().some(({ firings }) => firings.some(isOwn))
    if (!again || behind(moment) !== null) return null
    const whole = insertParts(text, [
      { role: 'dialog', name: title, place: [0.25, 0.35, 0.5, 0.3] },
      { role: 'statictext', name: message, within: 0, place: [0.27, 0.4, 0.46, 0.12] },
      { role: 'button', name: button, within: 0, place: [0.42, 0.56, 0.16, 0.06] }
    ])
    return whole === null ? null : { text: whole, draw: null, detail: `The dialog "${title}" opens over the screen.` }
  }
}

const isOwn = ({ name }: { name: string }) => name === 'unexpected-dialog'

/** The screen behind the dialog while it is open; `null` when none is. */
function behind({ past }: Moment): string | null {
  const turns = past()
  for (let at = turns.length - 1; at >= 0; at--) {
    const own = turns[at]?.firings.find(isOwn)
    if (!own) return null
    if (own.effect === 'alter') return own.before ?? null
    // Each turn that the dialog was in the way shows the screen before it again.
    if (turns[at]?.step.observation.text !== turns[at - 1]?.step.observation.text) return null
  }
  return null
}
