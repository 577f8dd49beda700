// What widgets do by themselves in a browser.
import type { Intent, Target } from '../../domains/intents.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { mayAct, mayFilter } from './acts.ts'
import type { MayAct } from './clicks.ts'
import { check, click, doubleClick, PLAIN, select } from './clicks.ts'
import { coverOf } from './covered.ts'
import { type Behaviour, type CaretRange, MEANING, NOTHING, refused, type, UNCLEAR } from './fields.ts'
import { fill } from './fills.ts'
import { press } from './keys.ts'
import {
  boxOver,
  FOCUSED_BY_TAB,
  focused,
  groupOf,
  isDisabled,
  isMultiline,
  isSummary,
  isTextField,
  labelled
} from './kinds.ts'
import { NOT_TAUGHT, type Taught } from './taught.ts'

/**
 * @param caret in the field that has the focus
 * @param page `taught`: what earlier turns taught of it. `acts`: `() => false` for a page without scripts. `start`: the node that Tab goes on from where nothing has the focus.
 */
export function behave(
  screen: Screen,
  intent: Intent,
  caret: CaretRange,
  {
    acts: may = mayAct,
    start = null,
    taught = NOT_TAUGHT
  }: { acts?: MayAct; start?: number | null; taught?: Taught } = {}
): Behaviour {
  const isKnown = (index: number) => taught.acting.has(screen.nodes[index]?.ref ?? '')
  // What one of a group shows goes when another is chosen.
  const isActing = (index: number) =>
    isKnown(index) || (screen.nodes[index]?.role === 'radio' && groupOf(screen, index).some(isKnown))
  // A page may say in the box over a list how many below it are ticked.
  const isCounted = (index: number) => {
    const over = boxOver(screen, index)
    return over !== null && !taught.kept.has(screen.nodes[over]?.ref ?? '')
  }
  const acts: MayAct = (on, index) => may(on, index) || isActing(index) || isCounted(index)
  if (intent.do === 'look') return { ...NOTHING, caret }
  if (intent.do === 'back' || intent.do === 'forward') return MEANING
  if (intent.do === 'press') return press(screen, intent.key, caret, { acts, start, taught })
  const named = indexOf(screen, intent.at)
  if (typeof named !== 'number') return named ?? UNCLEAR
  const index = FOLLOWS.has(intent.do) ? followed(screen, named) : named
  if (index === null) return UNCLEAR
  const node = screen.nodes[index]
  if (!node) return UNCLEAR
  if (node.states.hidden === true && screen.format === 'html') return refused({ why: 'hidden', node: index })
  const cover = POINTS.has(intent.do) && !isDisabled(node) ? coverOf(screen, index) : null
  if (cover !== null) return refused({ why: 'covered', node: index, by: cover })
  const isBox = /^(?:checkbox|radio|switch)$/.test(node.role)
  if (taught.covered && isBox && !isDisabled(node) && (intent.do === 'click' || intent.do === 'check')) return UNCLEAR
  switch (intent.do) {
    case 'click':
      if (node.role === 'button' && isActing(index) && !isDisabled(node)) return MEANING
      if (isDisabled(node)) return refused({ why: 'disabled', node: index })
      return intent.count === 2 ? doubleClick(screen, index, node, acts) : click(screen, index, node, acts)
    case 'fill':
      return mayFilter(screen, index, acts) ? MEANING : fill(screen, index, node, intent.text)
    case 'type':
      if (mayFilter(screen, index, acts)) return MEANING
      return type(screen, index, node, intent.text, index === focused(screen) ? caret : null)
    case 'check':
      return keeping(caret, check(screen, index, node, intent.on, acts))
    case 'select':
      return keeping(caret, select(screen, index, node, intent, acts))
    case 'hover':
      return node.states.hasPopup !== undefined ? MEANING : { ...NOTHING, caret }
    case 'focus':
      return given(screen, index, node, { caret, isForKey: intent.forKey === true })
    case 'drag':
      // What comes of it is the page's own; what is not there is not come to.
      return typeof intent.to === 'object' && 'missing' in intent.to
        ? refused({ why: 'missing', ref: intent.to.missing })
        : MEANING
    default:
      return intent satisfies never
  }
}

// What is done to a label by these is done to what it is for.
const FOLLOWS = new Set<Intent['do']>(['fill', 'type', 'check', 'select', 'focus'])

// These need the pointer to come to the thing itself.
const POINTS = new Set<Intent['do']>(['click', 'hover'])

/** `null`: a label of what the screen does not tell. */
function followed(screen: Screen, index: number): number | null {
  const { role } = screen.nodes[index] ?? {}
  return role === 'labeltext' || role === 'label' ? labelled(screen, index) : index
}

/** The keyboard goes to a thing that takes it, and stays where it is else. */
function given(
  screen: Screen,
  index: number,
  node: ScreenNode,
  { caret, isForKey }: { caret: CaretRange; isForKey: boolean }
): Behaviour {
  if (index === focused(screen) || isDisabled(node) || PLAIN.has(node.role)) return { ...NOTHING, caret }
  if (!FOCUSED_BY_TAB.has(node.role) && node.role !== 'radio' && !isSummary(screen, index)) return UNCLEAR
  // Before a key Playwright puts the caret to the beginning of a field of one line; in one of several it is where it was.
  const isLine = isTextField(node) && !isMultiline(screen, node) && node.tag !== 'textarea'
  return { rule: 'focus', edit: { focus: index }, caret: isForKey && isLine && !node.states.editable ? [0, 0] : null }
}

/** What moves the focus nowhere leaves the caret where it is. */
const keeping = (caret: CaretRange, done: Behaviour): Behaviour =>
  'caret' in done && done.edit.focus === undefined ? { ...done, caret } : done

function indexOf(screen: Screen, at: Target): number | Behaviour | null {
  if (at === 'focus') return focused(screen)
  return 'missing' in at ? refused({ why: 'missing', ref: at.missing }) : at.node
}
