// A unified diff: signs kept as text, so that colour says nothing that words do not.
import { type ReactNode, useMemo, useState } from 'react'
import { type DiffLine, diffSize, readDiff } from './diff.ts'
import { clipped, NumberedLines } from './NumberedLines.tsx'
import { ShowAll } from './Text.tsx'

// Where every line changes colour each is an element of its own.
const FIRST = 2_000
const STEP = 10_000
const TONES: Record<DiffLine['kind'], string> = {
  file: 'font-semibold text-muted',
  hunk: 'bg-hover text-muted',
  add: 'bg-ok/12 text-ok',
  remove: 'bg-danger/10 text-danger',
  same: ''
}

export function DiffView({ text }: { text: string }): ReactNode {
  const [count, setCount] = useState(FIRST)
  const lines = useMemo(() => readDiff(text), [text])
  const { added, removed } = diffSize(lines)
  const shown = lines.slice(0, count).map((line) => ({
    numbers: [line.before, line.after],
    text: clipped(line.text),
    tone: TONES[line.kind]
  }))
  return (
    <div className="pb-3">
      <p className="px-4 py-2 text-muted text-xs">
        <span className="text-ok">{counted(added)} added</span>,{' '}
        <span className="text-danger">{counted(removed)} removed</span>
      </p>
      <NumberedLines lines={shown} />
      {shown.length < lines.length && (
        <div className="px-4">
          <ShowAll left={lines.length - shown.length} unit="lines" step={STEP} onShow={() => setCount(count + STEP)} />
        </div>
      )}
    </div>
  )
}

const counted = (lines: number): string => `${lines.toLocaleString('en')} line${lines === 1 ? '' : 's'}`
