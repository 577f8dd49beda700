// The gallery of perturbations: what each does, shown on a sample; its options and when it takes part.
import { type ReactNode, useMemo, useState } from 'react'
import type { PerturbationRow } from '../../core/contract/perturbations.ts'
import type { PerturbationUse } from '../../core/tree/model.ts'
import { useAnswer } from '../loaded.ts'
import { useActions } from '../store/index.ts'
import { Empty, Modal } from '../ui.tsx'
import { useKept } from '../unsaved.ts'
import { Catalogue, matches } from './Catalogue.tsx'
import { Details } from './Details.tsx'

export interface GalleryProps {
  /** Only those that can disturb worlds of this kind; `null` for all. */
  domain: string | null
  /** The perturbation that is edited; absent: a new one is chosen. */
  initial?: PerturbationUse
  verb: string
  /** Takes the perturbation that was chosen. Absent: the gallery only shows, without a button. */
  onUse?(use: PerturbationUse): void
  onClose(): void
}

interface Chosen {
  name: string
  drafts: Record<string, PerturbationUse>
}

export function Gallery({ domain, initial, verb, onUse, onClose }: GalleryProps): ReactNode {
  const { readPerturbations } = useActions()
  const rows = useAnswer<PerturbationRow[] | null>(readPerturbations, null, [readPerturbations])
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState(domain)
  // Each keeps what was set for it: looking at another, or closing the dialog, must cost nothing.
  const [typed, keep] = useKept<Chosen>(`perturbation ${JSON.stringify(initial ?? domain)}`, {
    name: initial?.name ?? '',
    drafts: initial ? { [initial.name]: initial } : {}
  })
  const { name, drafts } = typed
  const shown = useMemo(() => (rows ?? []).filter((row) => matches(row, query, kind)), [rows, query, kind])
  const row = rows?.find((one) => one.name === name) ?? shown[0]
  const draft = row && (drafts[row.name] ?? { name: row.name, options: startOptions(row) })
  const change = (next: PerturbationUse) => keep({ name: next.name, drafts: { ...drafts, [next.name]: next } })
  const cancel = () => {
    keep(null)
    onClose()
  }
  const fits = row !== undefined && (domain === null || row.domains.includes(domain))
  return (
    <Modal
      title={initial ? 'Change a perturbation' : 'Perturbations'}
      description="What worlds can be disturbed by. Each is shown on a sample."
      width="70rem"
      onClose={onClose}
      footer={
        draft && (
          <>
            <span className="min-w-0 flex-1 text-muted">
              {!onUse && 'Open a world, or make a new one, to use it.'}
              {onUse && !fits && 'It cannot disturb a world of this kind.'}
            </span>
            <button type="button" className="button" onClick={onUse ? cancel : onClose}>
              {onUse ? 'Cancel' : 'Close'}
            </button>
            {onUse && (
              <button
                type="button"
                className="button-primary"
                disabled={!fits}
                onClick={() => {
                  keep(null)
                  onUse(draft)
                }}
              >
                {verb}
              </button>
            )}
          </>
        )
      }
    >
      <div className="grid gap-x-6 gap-y-5 min-[860px]:grid-cols-[17.5rem_1fr]">
        <Catalogue
          {...{ rows, shown, query, setQuery, kind, setKind }}
          value={row?.name ?? ''}
          onChange={(name) => keep({ ...typed, name })}
        />
        {row && draft ? (
          <Details key={row.name} row={row} use={draft} domain={kind} onChange={change} />
        ) : (
          rows !== null && <Empty title="Nothing matches">Try other words, or all kinds of worlds.</Empty>
        )}
      </div>
    </Modal>
  )
}

/** What its first example has, else nothing: the schema's defaults. */
const startOptions = (row: PerturbationRow): PerturbationUse['options'] => {
  const { required } = Object(row.form)
  return Array.isArray(required) && required.length ? (row.examples[0]?.options ?? {}) : {}
}
