// Beside the surface: what was done in this step, where the answer came from, and the rules of the world.
import type { ReactNode } from 'react'
import type { Domain } from '../../core/domains/domain.ts'
import type { Recording } from '../../core/formats/exporters/recording.ts'
import type { Setup } from '../../core/tree/model.ts'
import { type Origin, originOf } from '../../core/tree/origin.ts'
import { OriginChip } from '../origin.tsx'
import { counted, duration } from '../words.ts'

export interface AboutProps {
  recording: Recording
  turn: Recording['turns'][number] | null
  setup: Setup
  domain: Domain
}

export function About({ recording, turn, setup, domain }: AboutProps): ReactNode {
  return (
    <aside
      aria-label="About this step"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[40%] shrink-0 overflow-y-auto border-line border-t bg-panel px-4 py-3 focus-visible:-outline-offset-2 min-[700px]:max-h-none min-[700px]:w-80 min-[700px]:border-t-0 min-[700px]:border-l"
    >
      {turn && (
        <>
          <Part title="Action">
            <Text code>{domain.format(turn.action)}</Text>
          </Part>
          {turn.instruction && (
            <Part title="Instruction for this step">
              <Text>{turn.instruction}</Text>
            </Part>
          )}
          {turn.thinking && (
            <Fold title="Thinking">
              <Text>{turn.thinking}</Text>
            </Fold>
          )}
          {turn.warnings?.length ? (
            <Part title="Warnings">
              {turn.warnings.map((warning, index) => (
                <Text key={index}>{warning}</Text>
              ))}
            </Part>
          ) : null}
          {turn.firings?.length ? (
            <Part title="Perturbations">
              {turn.firings.map(({ name, detail }, index) => (
                <Text key={index}>{`${name}: ${detail}`}</Text>
              ))}
            </Part>
          ) : null}
          {turn.by && (
            <Part title="Answered by">
              <div className="mb-1.5">
                <OriginChip origin={originOf(turn.by)} />
              </div>
              <Text>{origin(turn.by)}</Text>
              {turn.by.grounded && <Text>{groundedWords(turn.by.grounded)}</Text>}
            </Part>
          )}
        </>
      )}
      {setup.initialState && (
        <Fold title="Initial state" open={!turn}>
          <Text>{setup.initialState}</Text>
        </Fold>
      )}
      {setup.hidden && (
        <Fold title="What the agent is not shown" open={!turn}>
          <Text>{setup.hidden}</Text>
        </Fold>
      )}
      {setup.instruction && (
        <Fold title="Simulation instruction" open={!turn}>
          <Text>{setup.instruction}</Text>
        </Fold>
      )}
      {recording.notes && (
        <Fold title="Notes" open={!turn}>
          <Text>{recording.notes}</Text>
        </Fold>
      )}
      <p className="mt-4 text-muted text-xs">
        {turn && SOURCES[originOf(turn.by)]} Branch “{recording.branch}”. Made with Orrery.
      </p>
    </aside>
  )
}

const SOURCES: Record<Origin, string> = {
  executed: 'This answer was executed by an emulated machine.',
  predicted: 'This answer was predicted. No command ran on a real machine.',
  validation: 'The schema of the tool refused this call. Nothing ran.',
  perturbation: 'A perturbation gave this answer. Nothing ran.',
  recorded: 'This answer was recorded from a real machine.',
  authored: 'This answer was written by a person.',
  unknown: 'This step was imported. The source of its answer is unknown.'
}

function origin({ engine, model, tokens, ms }: By): string {
  const parts = [model, engine]
  if (tokens.generated) parts.push(counted(tokens.generated, 'token'))
  if (ms) parts.push(duration(ms))
  return parts.join(' · ')
}

type By = NonNullable<NonNullable<AboutProps['turn']>['by']>

function groundedWords({ why, over }: NonNullable<By['grounded']>): string {
  return over === undefined ? why : `${why} Over predicted state since step ${over}.`
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="mb-3.5">
      <h2 className="heading mb-1">{title}</h2>
      {children}
    </section>
  )
}

function Fold({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }): ReactNode {
  return (
    <details open={open} className="mb-3.5">
      <summary className="heading mb-1 rounded">{title}</summary>
      {children}
    </details>
  )
}

function Text({ code = false, children }: { code?: boolean; children: string }): ReactNode {
  return (
    <p className={`whitespace-pre-wrap break-words ${code ? 'font-mono text-xs leading-[18px]' : ''}`}>{children}</p>
  )
}
