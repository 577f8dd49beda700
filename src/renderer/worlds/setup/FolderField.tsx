// A folder of the user's for a new world: picked, read, shown before the world starts, and removed again.
import { FolderInput } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Setup } from '../../../core/tree/model.ts'
import { type PickedFolder, readPicked } from '../../store/folder.ts'
import { Progress } from '../../ui.tsx'
import { counted } from '../../words.ts'
import { useGround } from './GroundingField.tsx'

interface Props {
  setup: Setup
  value: PickedFolder | null
  /** `grounding` where the files would otherwise be out of reach: the model alone reads no disk. */
  onChange(folder: PickedFolder | null, grounding?: 'grounded'): void
}

export function FolderField({ setup, value, onChange }: Props): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const ground = useGround(setup)
  const [reading, setReading] = useState<{ stop: AbortController; done: number; of: number } | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const stop = reading?.stop
  useEffect(() => () => stop?.abort(), [stop])
  if (!ground?.copies) return null

  const read = async (files: File[]) => {
    const stop = new AbortController()
    setTrouble(null)
    setReading({ stop, done: 0, of: files.length })
    const onProgress = (done: number, of: number) => setReading({ stop, done, of })
    const folder = await readPicked(files, { signal: stop.signal, onProgress })
    setReading(null)
    const byModel = (setup.grounding ?? ground.usual) === 'model'
    if (folder?.copy.files.length) onChange(folder, byModel ? 'grounded' : undefined)
    else if (!stop.signal.aborted) {
      setTrouble('There are no files in this folder that can be copied. Choose another folder.')
    }
  }

  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="font-medium">
        Folder
      </h3>
      {/* Pressed through the button below; a picker's own button cannot be given words. */}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...{ webkitdirectory: '' }}
        aria-label="Folder to copy"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same folder can be picked again.
          target.value = ''
          void read(files)
        }}
      />
      {reading ? (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <Progress label="Reading the folder" value={reading.of ? reading.done / reading.of : null} />
          </div>
          <button type="button" className="button" onClick={() => reading.stop.abort()}>
            Cancel
          </button>
        </div>
      ) : value ? (
        <Picked folder={value} onRemove={() => onChange(null)} />
      ) : (
        <button type="button" className="button self-start" onClick={() => input.current?.click()}>
          <FolderInput size={14} aria-hidden />
          Copy a folder in…
        </button>
      )}
      {trouble && (
        <p role="alert" className="text-danger text-xs">
          {trouble}
        </p>
      )}
      <p className="text-muted text-xs">
        The world starts with a copy of the files. Your folder is read once and never written.
      </p>
    </section>
  )
}

function Picked({ folder, onRemove }: { folder: PickedFolder; onRemove(): void }): ReactNode {
  const { copy, bytes, leftOut } = folder
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 break-words">
          <span className="font-medium">{copy.name}</span>
          <span className="text-muted">
            {' '}
            {counted(copy.files.length, 'file')}, {sizeOf(bytes)}
          </span>
        </p>
        <button type="button" className="button" onClick={onRemove}>
          Remove
        </button>
      </div>
      <Paths title={`Copied: ${counted(copy.files.length, 'file')}`} rows={copy.files.map(({ path }) => [path, ''])} />
      {leftOut.length > 0 && (
        <Paths title={`Not copied: ${leftOut.length}`} rows={leftOut.map(({ path, why }) => [path, why])} open />
      )}
    </div>
  )
}

// More rows would slow the window down; the size and the number are shown above them.
const SHOWN = 500

function Paths({ title, rows, open }: { title: string; rows: [string, string][]; open?: boolean }): ReactNode {
  return (
    <details className="mt-1.5" open={open}>
      <summary className="cursor-pointer text-xs">{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <ul aria-label={title} tabIndex={0} className="mt-1 max-h-36 overflow-y-auto font-mono text-xs">
        {rows.slice(0, SHOWN).map(([path, why]) => (
          <li key={path} className="break-all">
            {path}
            {why && <span className="font-sans text-muted">: {why}</span>}
          </li>
        ))}
        {rows.length > SHOWN && <li className="font-sans text-muted">and {rows.length - SHOWN} more</li>}
      </ul>
    </details>
  )
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return counted(bytes, 'byte')
  return bytes < 2 ** 20 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`
}
