// The domain's actions that point at nothing: a button each, with a line for what must be typed for it.
import { Keyboard } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ScreenCommand } from '../../../core/observations/screens/gestures.ts'
import { button, field } from '../ActionBar.tsx'

export interface CommandsProps {
  commands: ScreenCommand[]
  /** Whether nothing can be done yet, which is then said. */
  waits(): boolean
  onCommand(command: ScreenCommand, argument: string): void
  /** A key or chord, in DOM names joined by plus. */
  onKey(key: string): void
}

export function Commands({ commands, waits, onCommand, onKey }: CommandsProps): ReactNode {
  const [asking, setAsking] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [listening, setListening] = useState(false)
  const asked = commands.find(({ name }) => name === asking)
  return (
    <>
      {commands.map((command) => (
        <button
          key={command.name}
          type="button"
          className={`${button} aria-expanded:bg-[var(--hover)]`}
          aria-expanded={command.argument ? command.name === asking : undefined}
          onClick={() => {
            setText('')
            if (command.argument) setAsking(command.name === asking ? null : command.name)
            else onCommand(command, '')
          }}
        >
          {command.title}
          {command.argument && '…'}
        </button>
      ))}
      <button
        type="button"
        className={`${button} aria-pressed:border-[var(--accent)] aria-pressed:bg-[var(--hover)]`}
        aria-pressed={listening}
        onClick={() => setListening(!listening)}
        onBlur={() => setListening(false)}
        onKeyDown={(event) => {
          if (!listening || MODIFIERS.includes(event.key)) return
          event.preventDefault()
          event.stopPropagation()
          setListening(false)
          onKey(chord(event))
        }}
      >
        <Keyboard size={14} aria-hidden="true" /> {listening ? 'Press a key or key combination' : 'Key…'}
      </button>
      {asked?.argument && (
        <form
          className="flex items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (waits()) return
            setAsking(null)
            onCommand(asked, text)
          }}
        >
          <input
            // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
            autoFocus
            aria-label={asked.argument.label}
            placeholder={asked.argument.placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              setAsking(null)
            }}
            className={`${field} w-64 py-0.5`}
          />
          <button type="submit" className={button}>
            {asked.title}
          </button>
        </form>
      )}
    </>
  )
}

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph']

function chord(event: { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean; shiftKey: boolean }): string {
  const held = [
    event.ctrlKey && 'Control',
    event.altKey && 'Alt',
    event.metaKey && 'Meta',
    event.shiftKey && event.key.length > 1 && 'Shift'
  ]
  return [...held.filter((name) => name !== false), event.key === ' ' ? 'Space' : event.key].join('+')
}
