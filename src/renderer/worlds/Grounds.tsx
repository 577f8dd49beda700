// A ground's part in a step: what ran, who decided that, what the state is worth, and what the model was asked.
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Grounded, ModelAnswer } from '../../core/tree/ground.ts'
import type { Call } from '../../core/tree/model.ts'
import { EffectList } from '../effects.tsx'
import { useActions, useOrrery } from '../store/index.ts'
import { count } from '../words.ts'
import { Fold, Row } from './provenance.tsx'

/** Rows of the step's provenance. */
export function GroundRows({ call, grounded }: { call: Call; grounded: Grounded }): ReactNode {
  const { stepTo, showPanel } = useActions()
  const opens = useOrrery(({ world }) => world?.opens ?? false)
  const { origin, ground, hash, rule, why, over } = grounded
  const executed = origin === 'executed'
  return (
    <>
      <Row name={executed ? 'Executed by' : 'State of'}>
        {executed ? call.model.name : ground}
        <code title={hash} className="ml-2 font-mono text-muted text-xs">
          {hash.slice(0, 12)}
        </code>
      </Row>
      <Row name="Rule">
        <code className="font-mono text-xs">{rule}</code>
        <span className="text-muted">, {why}</span>
        {opens && executed && (
          <button type="button" className="link ml-1.5" onClick={() => showPanel('program', 'rules')}>
            Show the rules that ran
          </button>
        )}
      </Row>
      {over !== undefined && (
        <Row name="State">
          Over predicted state since{' '}
          <button type="button" className="link" onClick={() => void stepTo(over)}>
            step {count(over)}
          </button>
        </Row>
      )}
    </>
  )
}

/** What a person should know before trusting the state. */
export function GroundWarnings({ grounded: { uncertain, diverged } }: { grounded: Grounded }): ReactNode {
  return (
    <>
      {uncertain !== undefined && <Note label="State uncertain">State uncertain: {uncertain}</Note>}
      {diverged && diverged.length > 0 && (
        <Note label="Diverged">
          Diverged: a replay gave other text than {diverged.length === 1 ? 'step' : 'steps'}{' '}
          {diverged.map(count).join(', ')}. The steps are unchanged.
        </Note>
      )}
    </>
  )
}

function Note({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <p className="mb-1.5 flex items-start gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5">
      <TriangleAlert size={14} aria-label={label} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}

/** Every question to the model within the turn. */
export function ModelAnswers({ dreams }: { dreams: readonly ModelAnswer[] }): ReactNode {
  if (dreams.length === 0) return null
  return (
    <section aria-label="Asked of the model" className="mt-4">
      <h3 className="heading mb-1.5">Asked of the model</h3>
      <ol className="flex flex-col gap-2">
        {dreams.map(({ of, rule, text, effects, listed = [], refused = [] }, index) => (
          <li key={index} className="rounded-md border border-line bg-raised px-3 py-2">
            <code className="block whitespace-pre-wrap break-all font-mono text-xs">{of}</code>
            <p className="text-muted text-xs">
              rule <code className="font-mono">{rule}</code>
            </p>
            <Fold title="The model’s text">{text}</Fold>
            <p className="mt-2 mb-1 text-muted text-xs">
              {effects.length > 0
                ? 'Taken into the state:'
                : listed.length === 0
                  ? 'Only its text was used; no change was read from it.'
                  : 'The text itself changed nothing.'}
            </p>
            <EffectList effects={effects} label={`Effects of ${of}`} />
            {listed.length > 0 && (
              <>
                <p className="mt-2 mb-1 text-muted text-xs">Listed by the model and taken in:</p>
                <EffectList effects={listed} label={`Listed effects of ${of}`} />
              </>
            )}
            {refused.map((reason, at) => (
              <p key={at} className="mt-1 text-xs">
                Not taken in: {reason}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
