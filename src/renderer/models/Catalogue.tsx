// The catalogue and the files of this machine, each with whether it fits.
import { Check, Download, Pause } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import type { Model } from '../../core/contract/models.ts'
import { isFit } from '../store/fits.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { bytes } from '../words.ts'
import { PullProgress } from '../worlds/PullProgress.tsx'
import { Unfit, Verdict } from './Verdict.tsx'

export function Catalogue(): ReactNode {
  const models = useOrrery((state) => state.models)
  if (models === null) return <p className="text-muted">Reading the catalogue…</p>
  if (models.length === 0) {
    return <p className="text-muted">The catalogue is empty. Add a file or a server under “File or server”.</p>
  }
  // What answers now comes first; everything else keeps the catalogue's order.
  const here = models.filter(({ path }) => path !== null).toSorted((a, b) => Number(b.active) - Number(a.active))
  const away = models.filter(({ path }) => path === null)
  return (
    <div className="flex flex-col gap-5">
      <List title="On this machine" models={here} />
      <List title="Available to download" models={away} />
      <Weights />
    </div>
  )
}

function List({ title, models }: { title: string; models: Model[] }): ReactNode {
  const id = useId()
  if (models.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="heading mb-2">
        {title}
      </h3>
      <ul aria-labelledby={id} className="card divide-y divide-line">
        {models.map((model) => (
          <li key={model.id}>
            <Row model={model} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** World models that have to be converted before they can be opened. */
function Weights(): ReactNode {
  const all = useOrrery((state) => state.unconverted)
  if (!all.length) return null
  return (
    <details>
      <summary className="heading cursor-pointer">To be converted first</summary>
      <p className="mt-2 text-muted text-xs">
        The world models of “From Word to World” are on the Hugging Face hub as safetensors. Make a GGUF file of one
        with convert_hf_to_gguf.py of llama.cpp, and add it under “File or server”. It is asked as it was trained.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {all.map(({ repository, worlds, base }) => (
          <li key={repository} className="flex flex-wrap gap-x-2">
            <code className="break-all font-mono text-xs">{repository}</code>
            <span className="text-muted text-xs">
              {worlds}, from {base}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Row({ model }: { model: Model }): ReactNode {
  const fit = useOrrery((state) => state.fits[model.id])
  const pulling = useOrrery((state) => state.pulls[model.id] !== undefined)
  const { askFit, showModel } = useActions()
  useEffect(() => {
    if (!fit && model.unfit === undefined) void askFit(model)
  }, [fit, askFit, model])
  const here = model.path !== null
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h4 className="flex items-center gap-2 font-medium">
            <span className="truncate">{model.title}</span>
            {model.active && (
              <span className="flex items-center gap-1 rounded-full border border-accent px-2 text-accent text-xs">
                <Check size={12} aria-hidden /> in use
              </span>
            )}
          </h4>
          <p className="text-muted">{model.description}</p>
          <p className="text-muted text-xs tabular-nums">
            {bytes(model.size)} {model.bundled ? 'bundled' : here ? 'on disk' : 'to download'}
            {!here && model.partial > 0 && !pulling && `, ${bytes(model.partial)} already downloaded`}
            {model.license && `, license ${model.license}`}
          </p>
        </div>
        <button
          type="button"
          className="button"
          onClick={() => showModel(model.id)}
          aria-label={`Details and options of ${model.title}`}
        >
          Details
        </button>
        <MainAction model={model} />
      </div>
      {model.unfit === undefined ? <Verdict fit={fit} /> : <Unfit why={model.unfit} />}
      <PullProgress model={model} />
    </div>
  )
}

/** Use, download, resume or pause. */
export function MainAction({ model }: { model: Model }): ReactNode {
  const pulling = useOrrery((state) => state.pulls[model.id] !== undefined)
  const fit = useOrrery((state) => state.fits[model.id])
  const { pull, pausePull, useModel } = useActions()
  if (pulling) {
    return (
      <button
        type="button"
        className="button"
        onClick={() => pausePull(model.id)}
        aria-label={`Pause the download of ${model.title}`}
      >
        <Pause size={13} aria-hidden /> Pause
      </button>
    )
  }
  if (model.active || model.unfit !== undefined) return null
  // A model that does not fit can still be downloaded, but is not offered first.
  const look = fit && isFit(fit) && fit.verdict === 'too-big' ? 'button' : 'button-primary'
  if (model.path !== null) {
    return (
      <button
        type="button"
        className={look}
        onClick={() => void useModel({ model: model.id })}
        aria-label={`Use ${model.title}`}
      >
        Use
      </button>
    )
  }
  const resume = model.partial > 0
  return (
    <button
      type="button"
      className={look}
      onClick={() => void pull(model.id)}
      aria-label={`${resume ? 'Resume the download of' : 'Download'} ${model.title}`}
    >
      <Download size={14} aria-hidden /> {resume ? 'Resume' : 'Download'}
    </button>
  )
}
