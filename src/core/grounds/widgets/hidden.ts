// What has the keyboard where a snapshot does not tell it, as in a shadow tree.
import type { Screen } from '../../observations/screens/screen.ts'
import { focused } from './kinds.ts'
import type { ScreenEdit } from './screen-edit.ts'
import { screenOf } from './state.ts'
import { hiddenIn, isFocusHidden, type Taught } from './taught.ts'

const MARK = / \[active\]/

/** What has the keyboard where rules said so and the page, which is the same otherwise, tells of nothing that has it; `null` where it does. */
export function hiddenFocus(said: string, page: string): number | null {
  const [screen, shown] = [screenOf(said), screenOf(page)]
  const isSame = said.replace(MARK, '') === page.replace(MARK, '')
  return screen && shown && isSame && isFocusHidden(shown) ? focused(screen) : null
}

interface Hidden {
  ref: string
  host: string | null
}

/** What the edit gives the keyboard to, if the screen does not tell that it has it; `false` where it does. */
export function isUntold(screen: Screen, edit: ScreenEdit, taught: Taught): Hidden | false | 'unclear' {
  const at = edit.focus === undefined ? focused(screen) : edit.focus
  if (at === null) return false
  const { ref } = screen.nodes[at] ?? {}
  if (!ref) return false
  if (edit.texts?.get(at) && taught.silent.has(ref)) return 'unclear'
  const hidden = hiddenIn(screen, at, taught)
  return hidden === 'unclear' ? hidden : hidden === 'shown' ? false : { ref, host: hidden.host }
}

/** A snapshot with the word that a thing has the keyboard at what holds that thing's tree, or nowhere. */
export function withMark(text: string | null, hidden: Hidden | false): string | null {
  if (text === null || hidden === false) return text
  const { ref, host } = hidden
  const marked = (line: string) => {
    if (line.includes(`[ref=${ref}]`)) return line.replace(MARK, '')
    const at = host === null ? -1 : line.indexOf(` [ref=${host}]`)
    return at < 0 || MARK.test(line) ? line : `${line.slice(0, at)} [active]${line.slice(at)}`
  }
  return text.split('\n').map(marked).join('\n')
}
