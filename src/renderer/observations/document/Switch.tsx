// Two or three ways to see the same thing, side by side.
import type { ReactNode } from 'react'

export function Switch<Value extends string>(props: {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  value: Value
  onChange(value: Value): void
}): ReactNode {
  return (
    <fieldset aria-label={props.label} className="inline-flex shrink-0 rounded-md border border-line bg-field p-0.5">
      {props.options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
          className="rounded px-2 text-muted text-xs leading-5 hover:text-ink aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink"
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
