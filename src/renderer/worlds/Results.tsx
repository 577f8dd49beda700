// What is known of an answer beside its text, in a step's provenance.
import type { ReactNode } from 'react'
import type { StepResult } from '../../core/tree/result.ts'
import { Fold, Row } from './provenance.tsx'

/** Rows of the step's provenance. */
export function ResultRows({ result }: { result: StepResult }): ReactNode {
  const { isError, exitCode, ready, restarted } = result
  return (
    <>
      {isError !== undefined && <Row name="Call">{isError ? 'Failed' : 'Succeeded'}</Row>}
      {exitCode !== undefined && <Row name="Exit code">{exitCode ?? 'None: no command has ended'}</Row>}
      {ready !== undefined && (
        <Row name="Shell">
          {restarted && 'Ended, and a new one took its place. '}
          {ready ? 'Reads the next command' : 'Waits: a program has the keyboard'}
        </Row>
      )}
    </>
  )
}

/** All that was written and returned, behind titles; what is as long as nothing has none. */
export function ResultTexts({ result }: { result: StepResult }): ReactNode {
  const { output, stdout, stderr, content, structuredContent, note } = result
  const texts: [title: string, text: string | undefined][] = [
    ['Output', stdout === undefined && stderr === undefined ? output : undefined],
    ['Standard output', stdout],
    ['Standard error', stderr],
    ['Content', content && JSON.stringify(content, null, 2)],
    ['Structured content', structuredContent && JSON.stringify(structuredContent, null, 2)]
  ]
  return (
    <>
      {texts.map(([title, text]) => text && <Fold key={title} title={title} children={text} />)}
      {note && <p className="mt-1 text-muted text-xs">{note}</p>}
    </>
  )
}
