// A name that is changed in its place: a field until Enter, Escape or a click elsewhere, and then the focus is where it was.
import { type ReactNode, type RefCallback, useRef, useState } from 'react'

interface Props {
  label: string
  value: string
  className: string
  /** `null`: the name stays. `byKey`: the field was left by a key, so whoever left it has no other place to be. */
  onDone(title: string | null, byKey: boolean): void
}

export function Rename({ label, value, className, onDone }: Props): ReactNode {
  const [text, setText] = useState(value)
  // A name that another window gives meanwhile is not taken back by a field that nobody wrote into.
  const [before] = useState(value)
  const done = (byKey: boolean) => onDone(text.trim() && text.trim() !== before ? text.trim() : null, byKey)
  return (
    <input
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: the person just asked to edit this
      autoFocus
      className={`field ${className}`}
      value={text}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => done(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done(true)
        if (event.key === 'Escape') onDone(null, true)
      }}
    />
  )
}

/** The ref of what stands in the field's place afterwards, and what has the focus go there as soon as it does. */
export function useFocusBack(): [RefCallback<HTMLElement>, (wanted: boolean) => void] {
  const waits = useRef(false)
  return [
    (node) => {
      if (!node || !waits.current) return
      waits.current = false
      node.focus()
    },
    (wanted) => {
      waits.current = wanted
    }
  ]
}
