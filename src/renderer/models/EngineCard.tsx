// What answers now, and whether it is in memory yet.
import { Cpu } from 'lucide-react'
import type { ReactNode } from 'react'
import { useActions, useOrrery } from '../store/index.ts'
import { Progress } from '../ui.tsx'
import { count } from '../words.ts'
import { engineName, engineWords } from '../worlds/engine.ts'

/** `title` instead of the model's own, where that is said already. */
export function EngineCard({ title }: { title?: string }): ReactNode {
  const engine = useOrrery((state) => state.engine)
  const lost = useOrrery((state) => state.lost)
  const loading = useOrrery((state) => state.loading)
  const active = useOrrery((state) => state.models?.find((model) => model.active)?.title)
  const { useModel, loadNow, cancelLoad } = useActions()
  const unloaded = engine && engine.model !== null && (engine.state === 'idle' || engine.state === 'crashed')
  return (
    <section
      aria-label="Current engine"
      className="flex flex-col gap-2 rounded-lg border border-line bg-field px-4 py-2.5"
    >
      <div className="flex items-center gap-3">
        <Cpu size={18} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title ?? active ?? engineName(engine)}</span>
          <span className="block text-muted">
            {loading === null ? engineWords(engine, lost) : `Loading the model, ${Math.round(100 * loading)} %`}
            {loading === null && !lost && engine?.device ? `, on ${engine.device}` : ''}
            {loading === null && !lost && engine?.contextSize ? `, context of ${count(engine.contextSize)} tokens` : ''}
          </span>
        </span>
        {loading !== null ? (
          <button type="button" className="button" onClick={cancelLoad}>
            Cancel
          </button>
        ) : (
          <>
            {unloaded && (
              <button type="button" className="button" onClick={() => void loadNow()}>
                Load now
              </button>
            )}
            {engine && engine.model !== null && (
              <button type="button" className="button" onClick={() => void useModel({ model: null })}>
                Stop using this model
              </button>
            )}
          </>
        )}
      </div>
      {loading !== null && <Progress label="Loading the model" value={loading} />}
    </section>
  )
}
