// A unified diff: signs kept as text, so that colour says nothing that words do not.
import { type ReactNode, useMemo, useState } from 'react'
import { type DiffLine, diffSize, readDiff } from '../diff.ts'
import { clipped, NumberedLines } from './NumberedLines.tsx'
import { ShowAll } from './Text.tsx'

const FIRST = 2_000
const TONES: Record<DiffLine['kind'], string> = {
  file: 'font-semibold text-muted',
  hunk: 'bg-hover text-muted',
  add: 'bg-ok/12 text-ok',
  remove: 'bg-danger/10 text-danger',
  same: ''
}

export function DiffView({ text }: { text: string }): ReactNode {
  const [all, setAll] = useState(false)
  const lines = useMemo(() => readDiff(text), [text])
  const { added, removed } = diffSize(lines)
  const shown = (all ? lines : lines.slice(0, FIRST)).map((line) => ({
    numbers: [line.before, line.after],
    text: clipped(line.text),
    tone: TONES[line.kind]
  }))
  return (
    <div className="pb-3">
      <p className="px-4 py-2 text-muted text-xs">
        <span className="text-ok">{count(added)} added</span>,{' '}
        <span className="text-danger">{count(removed)} removed</span>
      </p>
      <NumberedLines lines={shown} />
      {shown.length < lines.length && (
        <div className="px-4">
          <ShowAll left={lines.length - shown.length} unit="lines" onShow={() => setAll(true)} />
        </div>
      )}
    </div>
  )
}

const count = (lines: number): string => `${lines.toLocaleString('en')} line${lines === 1 ? '' : 's'}`
