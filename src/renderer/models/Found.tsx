// Models that other programs keep on this machine: used where they lie, never copied.
import { HardDrive } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { FoundModel } from '../../core/contract/models.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty } from '../ui.tsx'
import { bytes } from '../words.ts'

const SOURCE: Record<FoundModel['source'], string> = {
  ollama: 'Ollama',
  'lm-studio': 'LM Studio',
  'hugging-face': 'Hugging Face cache'
}

export function Found(): ReactNode {
  const found = useOrrery((state) => state.found)
  const { findModels, useModel } = useActions()
  useEffect(() => void findModels(), [findModels])
  if (found === null) return <p className="px-4 py-3 text-muted">Searching this machine…</p>
  if (found.length === 0) {
    return (
      <div className="card">
        <Empty title="None found">
          Models from Ollama, LM Studio and the Hugging Face cache appear here and can be used in place. Models you
          already use are under “Models”.
        </Empty>
      </div>
    )
  }
  return (
    <ul aria-label="Models from other programs" className="card divide-y divide-line">
      {found.map(({ source, title, path, size }) => (
        <li key={path} className="flex items-center gap-4 px-4 py-3">
          <HardDrive size={16} aria-hidden className="shrink-0 text-muted" />
          <div className="min-w-0 flex-1">
            <h3 className="truncate font-medium">{title}</h3>
            <p className="text-muted text-xs tabular-nums">
              {SOURCE[source]}, {bytes(size)}
            </p>
            <p className="truncate font-mono text-muted text-xs" title={path}>
              {path}
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={`Use in place: ${title}`}
            onClick={() => void useModel({ model: path }).then((done) => done && findModels())}
          >
            Use in place
          </button>
        </li>
      ))}
    </ul>
  )
}
