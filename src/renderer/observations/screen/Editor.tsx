// The line that text for a field is typed into, over the field.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

export interface Editing {
  /** `null`: wherever the world's focus is. */
  node: number | null
  text: string
  /** Rises with each change from outside, so that the caret goes to its end. */
  serial: number
}

export interface EditorProps {
  editing: Editing
  title: string
  /** The field's element; without one the editor stands at the bottom of the picture. */
  anchor: HTMLElement | null
  onText(text: string): void
  /** The text is meant; `enter`: and the Enter key after it. */
  onDone(enter: boolean): void
  onDrop(): void
}

export function Editor({ editing, title, anchor, onText, onDone, onDrop }: EditorProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null)
  useEffect(() => {
    const element = input.current
    element?.focus()
    element?.setSelectionRange(editing.serial ? element.value.length : 0, element.value.length)
  }, [editing.serial])
  useLayoutEffect(() => {
    const around = box.current?.offsetParent
    if (!anchor || !around) return setPlace(null)
    const [field, outer] = [anchor.getBoundingClientRect(), around.getBoundingClientRect()]
    const width = Math.max(220, Math.min(field.width, outer.width))
    setPlace({
      left: Math.max(0, Math.min(field.left - outer.left, outer.width - width)),
      top: field.top - outer.top - 5,
      width
    })
  }, [anchor])
  return (
    <div ref={box} className="pic-editor" style={place ?? { left: 8, right: 8, bottom: 8 }}>
      <input
        ref={input}
        aria-label={title}
        value={editing.text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          event.stopPropagation()
          if (event.key === 'Enter') {
            event.preventDefault()
            onDone(event.ctrlKey || event.metaKey || event.shiftKey)
          } else if (event.key === 'Escape') {
            event.preventDefault()
            onDrop()
          }
        }}
      />
      <button type="button" onClick={() => onDone(false)} title="Type this (Enter)">
        Type
      </button>
      <button type="button" onClick={() => onDone(true)} title="Type this and press Enter (Ctrl+Enter)">
        Type, Enter
      </button>
    </div>
  )
}
