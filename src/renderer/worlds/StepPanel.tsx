// Where the step came from: everything needed to judge or repeat it, and its siblings.
import { ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { findDomain } from '../../core/domains/index.ts'
import type { Call } from '../../core/tree/model.ts'
import { type Origin, originOf } from '../../core/tree/origin.ts'
import { Conversation } from '../observations/Conversation.tsx'
import { Scroll } from '../observations/document/results/Scroll.tsx'
import { OriginChip } from '../origin.tsx'
import { liveRun, type OpenWorld, setup, siblings, viewed } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty, IconButton } from '../ui.tsx'
import { count, counted, duration } from '../words.ts'
import { Checked, Diverged } from './Checked.tsx'
import { GivenFacts } from './GivenFacts.tsx'
import { GroundRows, GroundWarnings, ModelAnswers } from './Grounds.tsx'
import { Firings, Fold, Row } from './provenance.tsx'
import { ResultRows, ResultTexts } from './Results.tsx'
import { StepInMaking } from './StepInMaking.tsx'
import { thumbnailLine } from './thumbnails.ts'

const THOUGHT_ENDED = {
  budget: 'closed at its budget',
  asked: 'closed on request',
  circle: 'closed where it only repeated itself'
}

export function StepPanel(): ReactNode {
  const world = useOrrery((state) => state.world)
  const run = useOrrery(liveRun)
  if (!world) return null
  if (run) return <StepInMaking world={world} run={run} />
  if (world.at === 0) {
    return (
      <Empty title={world.rows.length === 0 ? 'No steps yet' : 'Before the first step'}>
        {world.rows.length === 0
          ? 'Act in the world. Each answer becomes a step, and its provenance appears here.'
          : 'Step forward through the history, or act here to start a new branch from the beginning.'}
      </Empty>
    )
  }
  const { detail } = world
  if (!detail || detail.step.id !== viewed(world)) return null
  const row = world.rows[world.at - 1]
  const checked = detail.calls.findLast(({ predicted }) => predicted)
  return (
    <div className="h-full overflow-y-auto px-4 py-3">
      <div className="mb-1 flex items-center justify-between gap-2">
        <p className="text-muted text-xs">Action</p>
        {row && <OriginChip origin={row.origin} />}
      </div>
      <code className="block whitespace-pre-wrap break-all font-medium font-mono">{row?.label}</code>
      <Siblings world={world} />
      <Talk world={world} />
      {detail.calls.map((call, index) => (
        <CallView key={call.id} call={call} title={detail.calls.length > 1 ? `Call ${index + 1}` : 'Provenance'} />
      ))}
      {checked?.predicted && (
        <Checked executed={detail.step.observation.text} predicted={checked.predicted} score={world.score} />
      )}
      {detail.again !== undefined && <Diverged recorded={detail.step.observation.text} again={detail.again} />}
      {detail.calls.length === 0 && <p className="mt-4 text-muted">This step was imported without its model call.</p>}
      <Fold title="Action as JSON">{JSON.stringify(detail.step.action, null, 2)}</Fold>
      <dl className="mt-3">
        <Row name="Step id">
          <code className="break-all font-mono text-xs">{detail.step.id}</code>
        </Row>
      </dl>
    </div>
  )
}

/** What was said so far, where the world itself shows only the last of it. */
function Talk({ world }: { world: OpenWorld }): ReactNode {
  const { view } = useActions()
  const rules = setup(world)
  if (!rules.user || findDomain(rules.domain).surface === 'document') return null
  return (
    <section aria-label="Talk with the user" className="mt-4">
      <h3 className="heading">Talk with the user</h3>
      <Scroll label="Conversation" className="mt-1 max-h-80 rounded-md border border-line bg-field">
        <Conversation setup={rules} steps={world.steps} acts={world.acts} live={null} onPick={(id) => void view(id)} />
      </Scroll>
    </section>
  )
}

function Siblings({ world }: { world: OpenWorld }): ReactNode {
  const { sibling, view } = useActions()
  const all = siblings(world)
  const id = viewed(world)
  const index = all.findIndex((row) => row.id === id)
  if (all.length < 2) return null
  return (
    <section aria-label="Siblings" className="mt-4">
      <div className="flex items-center gap-1">
        <h3 className="heading flex-1">
          Sibling {index + 1} of {all.length}
        </h3>
        <IconButton
          label="Previous sibling"
          shortcut="sibling-previous"
          disabled={index <= 0}
          onClick={() => void sibling(-1)}
        >
          <ChevronUp size={15} aria-hidden />
        </IconButton>
        <IconButton
          label="Next sibling"
          shortcut="sibling-next"
          disabled={index >= all.length - 1}
          onClick={() => void sibling(1)}
        >
          <ChevronDown size={15} aria-hidden />
        </IconButton>
      </div>
      <ul className="mt-1 max-h-48 overflow-y-auto rounded-md border border-line">
        {all.map((row) => (
          <li key={row.id} className="border-line not-last:border-b">
            <button
              type="button"
              aria-current={row.id === id ? 'true' : undefined}
              onClick={() => void view(row.id)}
              className={`-outline-offset-2 block w-full px-2.5 py-1 text-left ${row.id === id ? 'bg-selected' : 'hover:bg-hover'}`}
            >
              <code className="block truncate font-mono text-xs">{row.label}</code>
              <span className="block truncate font-mono text-[11px] text-muted">
                {[thumbnailLine(row.preview, row.label), counted(row.size, 'character')].filter(Boolean).join(', ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function CallView({ call, title }: { call: Call; title: string }): ReactNode {
  const engine = useOrrery((state) => state.engines.find(({ id }) => id === call.engine))
  const origin = originOf(call)
  // A log of another program says nothing of a seed, of sampling or of a prompt, and mostly nothing of the time.
  const imported = call.engine === IMPORTED
  const unasked = imported || engine?.takes === 'recording' || UNASKED.includes(origin)
  const executed = origin === 'executed'
  const { showPanel } = useActions()
  const { tokens, ms, setup } = call
  const written = ms.total - ms.first
  const speed = written > 0 && tokens.generated > 1 ? tokens.generated / (written / 1000) : null
  return (
    <section aria-label={title} className="mt-4">
      <h3 className="heading mb-1.5">{title}</h3>
      {call.warnings.map((warning) => (
        <p
          key={warning}
          className="mb-1.5 flex items-start gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5"
        >
          <TriangleAlert size={14} aria-label="Warning" className="mt-0.5 shrink-0 text-accent" />
          {warning}
        </p>
      ))}
      {call.grounded && <GroundWarnings grounded={call.grounded} />}
      <Firings firings={call.firings} />
      <dl>
        {call.result && <ResultRows result={call.result} />}
        {call.grounded && <GroundRows call={call} grounded={call.grounded} />}
        {!executed && (
          <>
            <Row name="Answered by">{engine?.source ?? SOURCE[call.engine] ?? call.engine}</Row>
            <Row name={unasked ? 'Source' : 'Model'}>
              {call.model.name}
              {call.model.hash && (
                <code title={call.model.hash} className="ml-2 font-mono text-muted text-xs">
                  {call.model.hash.slice(0, 12)}
                </code>
              )}
            </Row>
          </>
        )}
        {call.agent && <Row name="Acted by">{call.agent.name}</Row>}
        {call.agent?.thought && <Row name="It thought">{call.agent.thought}</Row>}
        {call.agent?.expects !== undefined && (
          <Row name="It expected">
            {typeof call.agent.expects === 'string' ? call.agent.expects : JSON.stringify(call.agent.expects)}
          </Row>
        )}
        {!imported && (
          <Row name="Seed">
            {call.seed}
            <span className="text-muted">{setup.strict ? ', strict' : ''}</span>
          </Row>
        )}
        {!unasked && (
          <>
            {call.thoughtEnded && <Row name="Thinking">{THOUGHT_ENDED[call.thoughtEnded]}</Row>}
            <Row name="Sampling">
              temperature {setup.sampling.temperature}, top-k {setup.sampling.topK}, top-p {setup.sampling.topP}
            </Row>
            <Row name="Template">
              {call.template}
              {call.pack && (
                <>
                  <span className="text-muted">, prompt pack</span>
                  <code title={call.pack.hash} className="ml-2 font-mono text-muted text-xs">
                    {call.pack.hash.slice(0, 12)}
                  </code>
                </>
              )}
            </Row>
            {call.leftOut !== undefined && (
              <Row name="Left out">
                {call.leftOut === 1 ? 'turn 1' : `turns 1 to ${count(call.leftOut)}`}
                <span className="text-muted"> of the history</span>
              </Row>
            )}
          </>
        )}
        {setup.fiction && (
          <Row name="Facts of">
            {setup.fiction.name}
            <code title={setup.fiction.hash} className="ml-2 font-mono text-muted text-xs">
              {setup.fiction.hash.slice(0, 12)}
            </code>
          </Row>
        )}
        {call.instruction && <Row name="Instruction">{call.instruction}</Row>}
        {tokens.prompt + tokens.generated > 0 && (
          <>
            {/* Not every server says how long the prompt was. */}
            {tokens.prompt > 0 && (
              <Row name="Prompt">
                {count(tokens.prompt)} tokens
                <span className="text-muted">
                  , {count(tokens.cached)} cached, {count(tokens.prompt - tokens.cached)} new
                </span>
              </Row>
            )}
            <Row name="Generated">
              {count(tokens.generated)} tokens
              {speed !== null && <span className="text-muted">, {speed.toFixed(1)} tokens/s</span>}
            </Row>
          </>
        )}
        {call.trace && (
          <Row name="Tokens">
            <button type="button" className="link" onClick={() => showPanel('tokens')}>
              Show probabilities
            </button>
          </Row>
        )}
        {(!imported || ms.total > 0) && (
          <Row name="Time">
            {duration(ms.total)}
            {!executed && !imported && <span className="text-muted">, first token after {duration(ms.first)}</span>}
          </Row>
        )}
        <Row name="When">{new Date(call.createdAt).toLocaleString()}</Row>
      </dl>
      {call.result && <ResultTexts result={call.result} />}
      {call.facts && setup.fiction && <GivenFacts key={call.id} fiction={setup.fiction} rows={call.facts} />}
      {call.grounded && <ModelAnswers dreams={call.grounded.dreams} />}
      {!executed && <Fold title="Raw model output">{call.raw}</Fold>}
    </section>
  )
}

// Who answers without a prompt: how a model would have been asked says nothing of these.
const UNASKED: Origin[] = ['executed', 'validation', 'perturbation', 'recorded', 'authored']

const IMPORTED = 'import'

// Who answered when no engine did.
const SOURCE: Record<string, string> = {
  [IMPORTED]: 'imported',
  perturbation: 'a perturbation',
  validation: 'validation of the call, without a model',
  recorded: 'a recording of the real environment',
  authored: 'a person'
}
