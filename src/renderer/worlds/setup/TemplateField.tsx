// The prompt template: the domain's own, and those of prompt packs, which are imported and deleted here.
import { FolderOpen, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Domain } from '../../../core/domains/domain.ts'
import { pickPack } from '../../store/files.ts'
import { useActions, useOrrery } from '../../store/index.ts'
import { Field, Trouble } from '../../ui.tsx'

export function TemplateField(props: { domain: Domain; value: string; onChange(template: string): void }): ReactNode {
  const { domain, value, onChange } = props
  const id = useId()
  const templates = useOrrery((state) => state.templates)
  const [told, setTold] = useState<string[]>([])
  const [deleting, setDeleting] = useState(false)
  const { loadTemplates, importPack, deletePack } = useActions()
  useEffect(() => void loadTemplates(), [loadTemplates])
  const own = domain.templates.map(({ name, thinking }) => ({ name, thinking }))
  const packs = templates.filter((one) => one.pack && one.domain === domain.id)
  // `mine:terse` is a variant of the pack `mine`.
  const pack = packs.some(({ name }) => name === value) ? value.split(':')[0] : undefined
  const known = ['auto', ...own, ...packs].some((one) => (typeof one === 'string' ? one : one.name) === value)
  const take = () =>
    pickPack(async (name, files) => {
      const report = await importPack(name, files)
      if (!report) return setTold([])
      setTold([`Prompt pack “${name}” imported, for ${report.domains.join(', ')}.`, ...report.problems])
      if (report.domains.includes(domain.id)) onChange(name)
    })
  const away = async () => {
    setDeleting(false)
    if (pack && (await deletePack(pack))) onChange('auto')
  }
  return (
    <>
      <Field id={id} label="Template" hint="How the prompt is written. “auto” picks the template that suits the model.">
        <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="auto">auto</option>
          {own.map(({ name, thinking }) => (
            <option key={name} value={name}>
              {name}
              {thinking ? ', the model thinks first' : ', no thinking'}
            </option>
          ))}
          {packs.length > 0 && (
            <optgroup label="Prompt packs">
              {packs.map(({ name, variants }) => (
                <option key={name} value={name}>
                  {name}
                  {variants ? `, one of ${variants} variants by seed` : ', the model thinks first'}
                </option>
              ))}
            </optgroup>
          )}
          {!known && <option value={value}>{value}, missing</option>}
        </select>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <button type="button" className="button h-7" onClick={take}>
            <FolderOpen size={13} aria-hidden /> Import a prompt pack…
          </button>
          {pack && !deleting && (
            <button type="button" className="button h-7" onClick={() => setDeleting(true)}>
              <Trash2 size={13} aria-hidden /> Delete “{pack}”…
            </button>
          )}
        </div>
      </Field>
      {deleting && pack && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-2"
        >
          <p className="min-w-48 flex-1">
            Worlds that use “{pack}” cannot continue until a pack with that name is imported again.
          </p>
          <button type="button" className="button h-7" onClick={() => setDeleting(false)}>
            Cancel
          </button>
          <button type="button" className="button h-7 border-danger text-danger" onClick={() => void away()}>
            Delete pack
          </button>
        </div>
      )}
      <Trouble place="templates" />
      {told.length > 0 && (
        <div role="status" className="rounded-md border border-line bg-raised px-3 py-2 text-xs">
          {told.map((line) => (
            <p key={line} className="not-first:text-muted">
              {line}
            </p>
          ))}
        </div>
      )}
    </>
  )
}
