// A button of a row: a picture with words for those who do not see it.
import type { ReactNode } from 'react'

export function Small(props: { label: string; disabled?: boolean; onClick(): void; children: ReactNode }): ReactNode {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      className="icon-button size-7"
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
