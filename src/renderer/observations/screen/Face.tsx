// What stands in a node's box: its text, and the mark of its kind.
import { ChevronDown, Image } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScreenNode } from '../../../core/observations/screens/screen.ts'
import { iconFor } from './icons.ts'
import type { WidgetKind } from './kinds.ts'

export interface FaceProps {
  node: ScreenNode
  kind: WidgetKind
  text: string
  /** Too small for its words: a sign of what they say stands for them. */
  small?: boolean
}

export function Face({ node, kind, text, small = false }: FaceProps): ReactNode {
  if (small) {
    const whose = WHOSE.exec(text)?.[1]
    const Icon = whose ? null : iconFor(text)
    return Icon ? (
      <Icon className="pic-photo" aria-hidden="true" />
    ) : (
      <span className="pic-text">{[...(whose ?? text)][0]?.toUpperCase()}</span>
    )
  }
  switch (kind) {
    case 'check':
    case 'radio':
    case 'switch':
      return (
        <>
          <i className={`pic-glyph ${mark(node)}`} aria-hidden="true" />
          {text && <span className="pic-text">{text}</span>}
        </>
      )
    case 'field':
    case 'select': {
      const empty = node.value === null || node.value === ''
      return (
        <>
          <span className={empty ? 'pic-text pic-hint' : 'pic-text'}>{text}</span>
          {kind === 'select' && <ChevronDown className="pic-arrow" aria-hidden="true" />}
        </>
      )
    }
    case 'image':
      return (
        <>
          <Image className="pic-photo" aria-hidden="true" />
          {text && <span className="pic-text">{text}</span>}
        </>
      )
    case 'slider':
    case 'progress':
      return (
        <span className="pic-track" aria-hidden="true">
          <span style={{ width: `${share(node)}%` }} />
        </span>
      )
    default:
      return text && <span className="pic-text">{text}</span>
  }
}

/** A picture of someone is shown as the first letter of that one's name. */
const WHOSE = /\b(?:picture|photo|image) of (.+)/i

function mark(node: ScreenNode): string {
  const { checked } = node.states
  return checked === 'mixed' ? 'is-mixed' : checked === true || checked === 'true' ? 'is-checked' : ''
}

/** How far a slider or bar is, in percent: its value where that is between 0 and 1 or 0 and 100. */
function share(node: ScreenNode): number {
  const value = Number.parseFloat(node.value ?? '')
  if (!Number.isFinite(value)) return 0
  return Math.max(0, Math.min(100, value > 0 && value < 1 ? value * 100 : value))
}
