// Models that are in no list: a file by its path, and a server.
import { type ReactNode, useId } from 'react'
import { LineField } from '../fields.tsx'
import { useActions } from '../store/index.ts'
import { Field } from '../ui.tsx'
import { useKept } from '../unsaved.ts'

export function Elsewhere(): ReactNode {
  return (
    <div className="flex flex-col gap-8">
      <LocalFile />
      <Server />
    </div>
  )
}

function LocalFile(): ReactNode {
  const [path, setPath] = useKept<string>('model file', '')
  const id = useId()
  const { useModel } = useActions()
  const use = async () => {
    if (await useModel({ model: path.trim() })) setPath(null)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim()) void use()
      }}
    >
      <Field id={id} label="A .gguf file on this machine" hint="The file is used in place; nothing is copied.">
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
  const [typed, keep] = useKept('model server', { baseUrl: '', model: '', apiKey: '' })
  const { baseUrl, model, apiKey } = typed
  const { useModel } = useActions()
  const connect = async () => {
    if (await useModel({ baseUrl: baseUrl.trim(), model: model.trim(), apiKey: apiKey || undefined })) keep(null)
  }
  const text = (name: string, key: keyof typeof typed, more: object) => (
    <LineField
      label={name}
      spellCheck={false}
      value={typed[key]}
      onText={(text) => keep({ ...typed, [key]: text })}
      {...more}
    />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void connect()
      }}
    >
      <h3 className="heading mb-2">An OpenAI-compatible server</h3>
      <div className="grid grid-cols-[2fr_1.4fr_1.2fr] gap-2">
        {text('Base URL', 'baseUrl', { type: 'url', placeholder: 'http://127.0.0.1:8080/v1' })}
        {text('Model', 'model', { placeholder: 'qwen-agentworld' })}
        {text('API key (optional)', 'apiKey', { type: 'password', autoComplete: 'off' })}
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
