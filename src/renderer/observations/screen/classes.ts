// The names that style sheets know a node by, wherever it stands.
import type { ScreenNode } from '../../../core/observations/screens/screen.ts'
import type { WidgetKind } from './kinds.ts'

export function classes(
  { role, states }: ScreenNode,
  kind: WidgetKind,
  { changed, bare = false, stop, single = false }: { changed: boolean; bare?: boolean; stop: boolean; single?: boolean }
): string {
  let names = bare ? 'pic-n pic-bare' : `pic-n pic-${kind}`
  if (stop) names += ' pic-stop'
  if (changed) names += ' pic-changed'
  if (role === 'terminal') names += ' pic-terminal'
  if (single) names += ' pic-single'
  if (states.disabled === true) names += ' pic-off'
  if (states.focused === true) names += ' pic-focused'
  if (states.selected === true || states.checked === true || states.pressed === true) names += ' pic-on'
  if (states.active === true || states.modal === true) names += ' pic-active'
  return names
}
