// The numbers by which agents of phones name things.
import type { Screen } from '../../observations/screens/screen.ts'
import type { Target } from '../intents.ts'
import { namedBy } from '../spots.ts'

/** A dump tells no numbers: AndroidWorld counts its elements from 0, in their order. */
const isCounted = ({ format, nodes }: Screen): boolean =>
  format === 'uiautomator' && nodes.every(({ ref }) => ref === null)

export const numbersIn = (screen: Screen): number[] =>
  screen.nodes.map(({ ref }, index) => (isCounted(screen) ? index : Number(ref ?? Number.NaN))).filter(Number.isInteger)

/** The thing of a number, or that there is none. */
export function numbered(screen: Screen, number: number): Target {
  if (!isCounted(screen)) return namedBy(screen, String(number))
  return screen.nodes[number] ? { node: number } : { missing: String(number) }
}
