// One perturbation: what it does and exposes, on a sample, with its options and when it takes part.

import type { ReactNode } from 'react'
import type { PerturbationRow } from '../../core/contract/perturbations.ts'
import { isObject } from '../../core/text/json.ts'
import type { PerturbationUse } from '../../core/tree/model.ts'
import { Field as SchemaField } from '../observations/document/Field.tsx'
import { Sample } from './Sample.tsx'
import { When } from './When.tsx'

const EFFECTS: Record<PerturbationRow['effects'][number], [name: string, says: string]> = {
  answers: ['answers', 'Answers instead of the model'],
  alters: ['alters', 'Changes what is observed'],
  instructs: ['instructs', 'Instructs the model, and checks what it did'],
  breaks: ['breaks', 'Breaks the machine under the world']
}

export function Details(props: {
  row: PerturbationRow
  use: PerturbationUse
  domain: string | null
  onChange(use: PerturbationUse): void
}): ReactNode {
  const { row, use, domain, onChange } = props
  const form = isObject(row.form) ? row.form : {}
  const hasOptions = Object.keys(isObject(form.properties) ? form.properties : {}).length > 0
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1.5">
        <h3 className="flex flex-wrap items-baseline gap-x-2.5 font-semibold text-base">
          {row.title}
          <code className="font-mono font-normal text-muted text-xs">{row.name}</code>
        </h3>
        <p>{row.description}</p>
        <p className="text-muted">
          <span className="font-medium text-ink">Exposes:</span> {row.weakness}
        </p>
        <ul aria-label="How it works" className="flex flex-wrap gap-1.5">
          {row.effects.map((effect) => (
            <li key={effect} className="rounded border border-line px-1.5 text-xs" title={EFFECTS[effect][1]}>
              {EFFECTS[effect][1]}
            </li>
          ))}
        </ul>
      </header>
      <Sample row={row} use={use} domain={domain} />
      {hasOptions && (
        <section aria-label="Options" className="flex flex-col gap-2">
          <h4 className="heading">Options</h4>
          <SchemaField
            name="Options"
            schema={form}
            root={form}
            value={use.options}
            required
            bare
            path={[]}
            problems={[]}
            strict={false}
            onChange={(options) => onChange({ ...use, options: options ?? {} })}
          />
        </section>
      )}
      <When use={use} alters={row.effects.includes('alters')} onChange={onChange} />
    </div>
  )
}
