// A JSON value as text that is read at each change; what is wrong with it is said while it is typed.

import { type ReactNode, useId, useState } from 'react'
import { parseJson } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'

export type ReadJson = { ok: true; value: Json | undefined } | { ok: false; text: string; message: string }

export interface JsonTextProps {
  id: string
  value: Json | undefined
  described: string | undefined
  wrong: boolean
  placeholder?: string
  label?: string
  tall?: boolean
  /** Any value will do: a text that is no JSON is taken as it is typed, without quotes. */
  bare?: boolean
  onChange(read: ReadJson): void
}

export function JsonText(props: JsonTextProps): ReactNode {
  const { id, value, bare = false } = props
  const note = useId()
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  const read = typed === null ? null : readJson(typed.text, bare)
  // What was typed stands as long as it means the value, or nothing yet: a value from elsewhere replaces it.
  const now = written(value, bare)
  const stale = read?.ok ? written(read.value, bare) !== now : now !== '' && now !== typed?.over
  const text = typed === null || stale ? now : typed.text
  const wrong = read?.ok === false && !stale
  return (
    <>
      <textarea
        id={id}
        rows={1}
        value={text}
        aria-label={props.label}
        placeholder={props.placeholder}
        aria-invalid={wrong || props.wrong}
        aria-describedby={[props.described, wrong && note].filter(Boolean).join(' ') || undefined}
        spellCheck={false}
        data-lines="true"
        onChange={(event) => {
          setTyped({ text: event.target.value, over: now })
          props.onChange(readJson(event.target.value, bare))
        }}
        className={`field field-sizing-content resize-none font-mono text-xs leading-5 aria-invalid:border-danger ${props.tall ? 'min-h-40' : 'max-h-60 min-h-8'}`}
      />
      {wrong && (
        <p id={note} role="status" className="text-danger text-xs">
          This is not JSON yet: {read.message}
        </p>
      )}
    </>
  )
}

function readJson(text: string, bare: boolean): ReadJson {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    const value: Json = parseJson(text) // JSON is all that it can be
    return { ok: true, value }
  } catch (error) {
    // What begins like JSON is meant to become JSON.
    if (bare && !/^\s*[[{"]/.test(text)) return { ok: true, value: text }
    return { ok: false, text, message: error instanceof Error ? error.message : String(error) }
  }
}

function written(value: Json | undefined, bare: boolean): string {
  if (value === undefined) return ''
  if (bare && typeof value === 'string') {
    const read = readJson(value, true)
    if (value === '' || (read.ok && read.value === value)) return value
  }
  return JSON.stringify(value, null, 2)
}
