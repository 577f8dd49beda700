// What is known of a model's file.
import type { ReactNode } from 'react'
import { chatWarning } from '../../core/contract/chat-use.ts'
import type { Model, ModelInfo } from '../../core/contract/models.ts'
import { bytes, count, parameters } from '../words.ts'
import { Fold } from '../worlds/provenance.tsx'

export function Facts({ model, info }: { model: Model; info: ModelInfo | null }): ReactNode {
  // The license of the catalogue was checked by a person, so it counts more than what the file says of itself.
  const known = model.license !== '' && model.license !== 'unknown'
  const license = known ? model.license : (info?.license ?? 'unknown')
  const warning = info?.chat && chatWarning(info.chat)
  return (
    <section aria-label="The file" className="border-line border-t pt-5">
      <h3 className="heading mb-2">The file</h3>
      <dl className="grid gap-x-8 min-[760px]:grid-cols-2">
        {info?.name && <Fact name="Name in the file">{info.name}</Fact>}
        {info && <Fact name="Architecture">{info.architecture}</Fact>}
        {info?.parameters && <Fact name="Parameters">{parameters(info.parameters)}</Fact>}
        {info && <Fact name="Quantization">{info.quantization}</Fact>}
        {info?.contextLength && <Fact name="Trained context">{count(info.contextLength)} tokens</Fact>}
        {info && <Fact name="Prompt template">{info.template}</Fact>}
        {info?.chat && <Fact name="Chat form">{info.chat.form}</Fact>}
        <Fact name="License">{license}</Fact>
        <Fact name="Size">
          {bytes(model.size)} {model.path === null && 'to download'}
        </Fact>
        <Fact name="Path" wide>
          {model.path === null ? (
            'Not on this machine yet'
          ) : (
            <code className="break-all font-mono text-xs">{model.path}</code>
          )}
        </Fact>
        <Fact name="SHA-256" wide>
          {model.sha256 ? (
            <code className="break-all font-mono text-xs">{model.sha256}</code>
          ) : (
            'Not published; computed when the model is first used'
          )}
        </Fact>
      </dl>
      {warning && (
        <p role="note" className="mt-3 rounded-md border border-danger px-3 py-2">
          {warning}
        </p>
      )}
      {info?.chatTemplate && <Fold title="Chat template">{info.chatTemplate}</Fold>}
    </section>
  )
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }): ReactNode {
  return (
    <div className={`flex gap-3 py-0.5 ${wide ? 'col-span-full' : ''}`}>
      <dt className="w-32 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 flex-1 break-words tabular-nums">{children}</dd>
    </div>
  )
}
