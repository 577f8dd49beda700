// A command's output as a terminal leaves it, and how it ended.
import { type ReactNode, useMemo } from 'react'
import { printed } from '../plain.ts'
import { LongText } from './Text.tsx'

export function ShellView({ output, exitCode }: { output: string; exitCode: number | null }): ReactNode {
  const text = useMemo(() => printed(output), [output])
  return (
    <div className="min-h-full bg-terminal">
      {exitCode !== null && (
        <p className={`px-4 pt-3 font-medium text-xs ${exitCode === 0 ? 'text-ok' : 'text-danger'}`}>
          {exitCode === 0 ? 'It ended well (exit code 0).' : `It failed (exit code ${exitCode}).`}
        </p>
      )}
      {text.trim() === '' ? <p className="px-4 py-3 text-muted">It printed nothing.</p> : <LongText text={text} />}
    </div>
  )
}
