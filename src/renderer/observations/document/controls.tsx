// The controls of a form that hold one value: text, number, choice.
import { type ReactNode, useState } from 'react'
import type { Json } from '../../../core/tree/ports.ts'
import type { ControlProps } from './Field.tsx'
import { same } from './fields.ts'

export const BOOLEANS = [
  { value: true, name: 'true' },
  { value: false, name: 'false' }
]

/** Enter sends the form from a one-line text; a text that is meant to be long, or has lines already, takes it. */
export function Text({
  id,
  value,
  part,
  long,
  required,
  described,
  wrong,
  onChange
}: ControlProps & { long: boolean }): ReactNode {
  const text = typeof value === 'string' ? value : ''
  const lines = long || text.includes('\n')
  return (
    <textarea
      id={id}
      rows={1}
      value={text}
      spellCheck={false}
      placeholder={part.preset === undefined ? undefined : `default: ${part.preset}`}
      aria-describedby={described}
      aria-invalid={wrong}
      aria-required={required}
      data-lines={lines}
      onChange={(event) => onChange(event.target.value === '' && !required ? undefined : event.target.value)}
      className={`field field-sizing-content max-h-60 resize-none font-mono text-xs leading-5 aria-invalid:border-danger ${long ? 'min-h-16' : ''}`}
    />
  )
}

/** What is no number stays as the text it is, so that it can be sent and refused. */
export function Numeric({ id, value, part, required, described, wrong, onChange }: ControlProps): ReactNode {
  const shown = value === undefined ? '' : String(value)
  const [typed, setTyped] = useState(shown)
  // "1." and "1e" are on their way to a number: what was typed stands as long as it means the value.
  const text = same(numberOf(typed) ?? null, value ?? null) ? typed : shown
  return (
    <input
      id={id}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      placeholder={part.preset === undefined ? undefined : `default: ${part.preset}`}
      aria-describedby={described}
      aria-invalid={wrong}
      aria-required={required}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(numberOf(event.target.value))
      }}
      className="field max-w-48 font-mono text-xs leading-5 aria-invalid:border-danger"
    />
  )
}

function numberOf(text: string): Json | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  // JSON has no infinity; and hexadecimal is a number to JavaScript only.
  return Number.isFinite(number) && /^[-+.\deE]+$/.test(trimmed) ? number : text
}

export function Choice(props: ControlProps & { options: { value: Json; name: string }[] }): ReactNode {
  const { id, value, part, options, required, described, wrong, onChange } = props
  const at = value === undefined ? -1 : options.findIndex((option) => same(option.value, value))
  const preset = part.preset === undefined ? '' : ` (default: ${JSON.stringify(part.preset)})`
  return (
    <select
      id={id}
      value={at}
      aria-describedby={described}
      aria-invalid={wrong}
      aria-required={required}
      onChange={(event) => onChange(options[Number(event.target.value)]?.value)}
      className="field max-w-72 text-xs leading-5 aria-invalid:border-danger"
    >
      <option value={-1}>{required ? 'Choose…' : `Not set${preset}`}</option>
      {options.map((option, index) => (
        <option key={option.name} value={index}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
