// A banner that asks about cookies lies over every page until it is answered.
import { z } from 'zod'
import { insertParts } from '../gui-insert.ts'
import { hasPages, presses } from '../gui-press.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { HTML, PAGE, pressed, SNAPSHOT } from '../samples.ts'

const Line = z.string().min(1).max(300)
const Options = z.strictObject({
  text: Line.default('We use cookies to improve our service. You can accept or reject them.'),
  accept: Line.default('Accept all'),
  reject: Line.default('Reject all')
})
type Options = z.infer<typeof Options>

const TITLE = 'Cookies'

export const cookieBanner: Perturbation<Options> = {
  name: 'cookie-banner',
  title: 'Cookie banner',
  description: 'A banner that asks about cookies is on every page until it is accepted or rejected.',
  weakness: 'Loses its way in what is not part of the task, or agrees to whatever is asked first.',
  kind: 'implicit',
  options: Options,
  serves: hasPages,
  examples: [
    pressed('web', "click('14')", PAGE),
    {
      ...pressed('web', "click('e5')", SNAPSHOT),
      options: { text: 'Cookies help us.', accept: 'OK', reject: 'Only necessary' }
    },
    pressed('web', "click('5')", HTML)
  ],
  continues: (moment) => moment.past().some(({ firings }) => firings.some(isOwn)) && !isAnswered(moment),
  answer(moment, { accept, reject }) {
    if (isAnswered(moment)) return null
    const page = moment.past().at(-1)?.firings.find(isOwn)?.before
    const answer = [accept, reject].find((name) => presses(moment, name))
    if (page === undefined || answer === undefined) return null
    return { text: page, draw: null, detail: `The cookie banner was answered: ${answer}.` }
  },
  alter(moment, text, { text: asked, accept, reject }) {
    if (isAnswered(moment) || text.includes(asked)) return null
    if ([accept, reject].some((name) => presses(moment, name)) && moment.past().at(-1)?.firings.some(isOwn)) return null
    const whole = insertParts(text, [
      { role: 'region', name: TITLE, place: [0, 0.82, 1, 0.18] },
      { role: 'statictext', name: asked, within: 0, place: [0.05, 0.84, 0.55, 0.12] },
      { role: 'button', name: accept, within: 0, place: [0.64, 0.86, 0.14, 0.07] },
      { role: 'button', name: reject, within: 0, place: [0.81, 0.86, 0.14, 0.07] }
    ])
    return whole === null ? null : { text: whole, draw: null, detail: 'A cookie banner is on the page.' }
  }
}

const isOwn = ({ name }: { name: string }) => name === 'cookie-banner'

const isAnswered = ({ past }: Moment): boolean =>
  past().some(({ firings }) => firings.some((firing) => isOwn(firing) && firing.effect === 'answer'))
