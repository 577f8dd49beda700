// The models: what can answer, what it needs, and how to get it.
import { Check, Download, Square } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Model } from '../../core/api.ts'
import { engineName, engineWords } from '../panels/engine.ts'
import { PullProgress } from '../panels/Welcome.tsx'
import { useActions, useOrrery } from '../store.ts'
import { Field, Modal, Trouble } from '../ui.tsx'
import { bytes, count } from '../words.ts'

export function Models(): ReactNode {
  const models = useOrrery((state) => state.models)
  const engine = useOrrery((state) => state.engine)
  const { show, loadModels, useModel } = useActions()
  useEffect(() => void loadModels(), [loadModels])
  return (
    <Modal
      title="Models"
      description="A model predicts what the world shows. Local ones run on this machine and nothing leaves it."
      width="48rem"
      onClose={() => show(null)}
    >
      <div className="flex flex-col gap-6">
        {/* In view wherever the dialog is scrolled to: the forms that fail are at its end. */}
        <div className="sticky -top-5 z-10 -mx-6 -mt-5 bg-panel px-6 pt-5 empty:hidden">
          <Trouble place="models" />
        </div>
        <div className="flex items-center gap-3 rounded-lg border border-line bg-field px-4 py-2.5">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{engineName(engine)}</span>
            <span className="block text-muted">
              {engineWords(engine)}
              {engine?.device ? `, on ${engine.device}` : ''}
              {engine?.contextSize ? `, context of ${count(engine.contextSize)} tokens` : ''}
            </span>
          </span>
          {engine && engine.engine !== 'none' && (
            <button type="button" className="button" onClick={() => void useModel({ model: null })}>
              Unload
            </button>
          )}
        </div>
        <section>
          <h3 className="heading mb-2">Catalogue</h3>
          <ul className="card divide-y divide-line">
            {(models ?? []).map((model) => (
              <li key={model.id}>
                <ModelRow model={model} />
              </li>
            ))}
            {models?.length === 0 && (
              <li className="px-4 py-3 text-muted">The catalogue is empty. Add a file or a server below.</li>
            )}
            {models === null && <li className="px-4 py-3 text-muted">Reading the catalogue…</li>}
          </ul>
        </section>
        <LocalFile />
        <Server />
      </div>
    </Modal>
  )
}

function ModelRow({ model }: { model: Model }): ReactNode {
  const pulling = useOrrery((state) => state.pulls[model.id] !== undefined)
  const { pull, cancelPull, useModel } = useActions()
  const here = model.path !== null
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium">
            <span className="truncate">{model.title}</span>
            {model.active && (
              <span className="flex items-center gap-1 rounded-full border border-accent px-2 text-accent text-xs">
                <Check size={12} aria-hidden /> in use
              </span>
            )}
          </p>
          <p className="text-muted">{model.description}</p>
          <p className="text-muted text-xs tabular-nums">
            {bytes(model.size)} {here ? 'on disk' : 'to download'}, about {bytes(model.memory)} of memory
            {model.license && `, ${model.license}`}
            {!here && model.partial > 0 && `, ${bytes(model.partial)} already here`}
          </p>
        </div>
        {pulling ? (
          <button type="button" className="button" onClick={() => cancelPull(model.id)}>
            <Square size={13} aria-hidden /> Cancel
          </button>
        ) : here ? (
          <button
            type="button"
            className="button"
            disabled={model.active}
            onClick={() => void useModel({ model: model.id })}
            aria-label={`Use ${model.title}`}
          >
            Use
          </button>
        ) : (
          <button
            type="button"
            className="button"
            onClick={() => void pull(model.id)}
            aria-label={`${model.partial > 0 ? 'Resume the download of' : 'Download'} ${model.title}`}
          >
            <Download size={14} aria-hidden /> {model.partial > 0 ? 'Resume' : 'Download'}
          </button>
        )}
      </div>
      <PullProgress model={model} />
    </div>
  )
}

function LocalFile(): ReactNode {
  const [path, setPath] = useState('')
  const id = useId()
  const { useModel } = useActions()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim()) void useModel({ model: path.trim() })
      }}
    >
      <Field id={id} label="A .gguf file on this machine" hint="It stays where it is; nothing is copied.">
        <div className="flex gap-2">
          <input
            id={id}
            className="field font-mono text-xs"
            spellCheck={false}
            placeholder="/models/my-model.Q4_K_M.gguf"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
          <button type="submit" className="button" disabled={!path.trim()}>
            Use this file
          </button>
        </div>
      </Field>
    </form>
  )
}

function Server(): ReactNode {
  const [baseUrl, setBaseUrl] = useState('')
  const [model, setModel] = useState('')
  const [apiKey, setApiKey] = useState('')
  const id = useId()
  const { useModel } = useActions()
  const text = (name: string, value: string, set: (value: string) => void, more: object) => (
    <Field id={id + name} label={name}>
      <input
        id={id + name}
        className="field"
        spellCheck={false}
        value={value}
        onChange={(event) => set(event.target.value)}
        {...more}
      />
    </Field>
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void useModel({ baseUrl: baseUrl.trim(), model: model.trim(), apiKey: apiKey || undefined })
      }}
    >
      <h3 className="heading mb-2">An OpenAI-compatible server</h3>
      <div className="grid grid-cols-[2fr_1.4fr_1.2fr] gap-2">
        {text('Base URL', baseUrl, setBaseUrl, { type: 'url', placeholder: 'http://127.0.0.1:8080/v1' })}
        {text('Model', model, setModel, { placeholder: 'qwen-agentworld' })}
        {text('Key, if it asks', apiKey, setApiKey, { type: 'password', autoComplete: 'off' })}
      </div>
      <div className="mt-2 flex items-center gap-3">
        <p className="flex-1 text-muted text-xs">Prompts are sent to this server.</p>
        <button type="submit" className="button" disabled={!baseUrl.trim() || !model.trim()}>
          Connect
        </button>
      </div>
    </form>
  )
}
