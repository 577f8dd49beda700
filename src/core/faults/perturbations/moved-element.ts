// Two things on the screen have changed places since it was seen last.
import { z } from 'zod'
import { screenIn } from '../../domains/label.ts'
import { matches, TextMatch } from '../../text/match.ts'
import { hasScreen } from '../gui-press.ts'
import { pairsIn, swapped } from '../gui-swap.ts'
import type { Perturbation } from '../perturbation.ts'
import { ANDROID, DESKTOP, HTML, PAGE, pressed, SNAPSHOT } from '../samples.ts'

const Options = z.strictObject({
  /** What moves: a thing of this name. Default: one by chance, of those that the screen before showed where there are any. */
  element: TextMatch.exactOptional()
})
type Options = z.infer<typeof Options>

export const movedElement: Perturbation<Options> = {
  name: 'moved-element',
  title: 'Moved element',
  description: 'Two things of the same kind have changed places: each has the other’s place and number.',
  weakness: 'Presses where the thing was, by its number or its place, without looking.',
  kind: 'implicit',
  options: Options,
  serves: hasScreen,
  examples: [
    pressed('web', "click('14')", PAGE),
    { ...pressed('web', "click('e5')", SNAPSHOT), options: { element: 'Later' } },
    pressed('web', "click('5')", HTML),
    pressed('android', 'tap 1', ANDROID),
    pressed('os', 'pyautogui.click(1060, 657)', DESKTOP)
  ],
  alter({ before, draw }, text, { element }) {
    const read = screenIn(text)
    if ('problem' in read) return null
    const { screen } = read
    const known = screenIn(before)
    const seen = new Set('screen' in known ? known.screen.nodes.map(({ name, text }) => name || text) : [])
    const wanted = pairsIn(screen).filter((pair) => !element || pair.some(({ name }) => matches(element, name)))
    const shown = wanted.filter((pair) => pair.some(({ name }) => seen.has(name)))
    const pairs = shown.length ? shown : wanted
    const first = Math.floor(draw * pairs.length)
    for (const pair of [...pairs.slice(first), ...pairs.slice(0, first)].slice(0, MOST_TRIES)) {
      const moved = swapped(text, screen, pair)
      const [one, two] = pair
      if (moved !== null) return { text: moved, draw, detail: `"${one.name}" and "${two.name}" have changed places.` }
    }
    return null
  }
}

// Where these cannot change places, the format has no way to tell it.
const MOST_TRIES = 5
