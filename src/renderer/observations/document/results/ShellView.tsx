// A command's output as a terminal leaves it, and how it ended.
import { type ReactNode, useMemo } from 'react'
import type { Document } from '../../../../core/observations/documents/document.ts'
import { printed } from './plain.ts'
import { LongText } from './Text.tsx'

export function ShellView({ shell }: { shell: Extract<Document, { kind: 'shell' }> }): ReactNode {
  const { output, stderr = '', exitCode } = shell
  const text = useMemo(() => printed(output), [output])
  const errors = useMemo(() => printed(stderr), [stderr])
  return (
    <div className="min-h-full bg-terminal">
      {exitCode !== null && (
        <p className={`px-4 pt-3 font-medium text-xs ${exitCode === 0 ? 'text-ok' : 'text-danger'}`}>
          {exitCode === 0 ? 'Succeeded (exit code 0).' : `Failed (exit code ${exitCode}).`}
        </p>
      )}
      {text.trim() !== '' && <LongText text={text} />}
      {errors.trim() !== '' && (
        <section aria-label="Error output">
          <h3 className="heading px-4 pt-3">Error output</h3>
          <LongText text={errors} />
        </section>
      )}
      {text.trim() === '' && errors.trim() === '' && <p className="px-4 py-3 text-muted">No output.</p>}
    </div>
  )
}
