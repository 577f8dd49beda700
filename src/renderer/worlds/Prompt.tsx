// What the model would be sent next, part by part, with what each costs.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight, CopyCheck } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { CallOutput } from '../../core/contract/index.ts'
import type { PromptPart } from '../../core/contract/prompts.ts'
import { findDomain } from '../../core/domains/index.ts'
import { useAsked } from '../loaded.ts'
import { setup, viewed } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Empty, Trouble } from '../ui.tsx'
import { count, counted } from '../words.ts'
import { ContextMeter } from './StatusBar.tsx'

const TITLES: Record<PromptPart['name'], string> = {
  task_description: 'Task description',
  action_space: 'Action space',
  initial_state: 'Initial state',
  demonstrations: 'Demonstrations',
  simulation_instruction: 'Simulation instruction',
  turn: 'Turn'
}
const COMPONENTS: PromptPart['name'][] = [
  'task_description',
  'action_space',
  'initial_state',
  'demonstrations',
  'simulation_instruction'
]

export function Prompt(): ReactNode {
  const world = useOrrery((state) => state.world)
  const instruction = useOrrery((state) => state.instruction)
  const engine = useOrrery((state) => state.engine?.model)
  const busy = useOrrery((state) => state.world !== null && state.runs[state.world.branch] !== undefined)
  const [preview, setPreview] = useState<CallOutput<'prompts.preview'> | null>(null)
  const { previewPrompt } = useActions()
  const branch = world?.branch
  const at = world && viewed(world)
  // `at` and `engine` too: a step more, or another model, is another prompt.
  // A held arrow key or a sentence being typed asks once, when it pauses.
  useAsked(
    branch === undefined || busy ? null : () => previewPrompt(instruction),
    (next) => next && setPreview(next),
    [branch, at, instruction, engine, previewPrompt],
    150
  )
  if (!world) return null
  if (!preview) {
    return (
      <div className="p-3">
        <Trouble place="prompt" />
        <Empty title="Assembling the prompt">Its five components and the turns so far will appear here.</Empty>
      </div>
    )
  }
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-2 px-4 py-3">
        <Trouble place="prompt" />
        <p>
          The prompt for the next action here, with the <b className="font-medium">{preview.template}</b> template.
        </p>
        {preview.leftOut ? (
          <p className="text-muted">The oldest {counted(preview.leftOut, 'turn')} are left out: the context is full.</p>
        ) : null}
        <div className="flex items-center text-muted text-xs tabular-nums">
          {preview.total === null ? (
            'Tokens are counted once a model is loaded.'
          ) : preview.contextSize ? (
            <ContextMeter used={preview.total} size={preview.contextSize} />
          ) : (
            counted(preview.total, 'token')
          )}
        </div>
      </div>
      <Parts
        parts={preview.parts}
        leftOut={preview.leftOut ?? 0}
        stateInFirstTurn={
          findDomain(world.session.domain).prediction.stateInFirstTurn && setup(world).initialState !== ''
        }
      />
    </div>
  )
}

/** The five components, there or not, then the turns; only those in sight are drawn, as there may be thousands. */
function Parts(props: { parts: PromptPart[]; leftOut: number; stateInFirstTurn: boolean }): ReactNode {
  const { parts, leftOut, stateInFirstTurn } = props
  const scroller = useRef<HTMLDivElement>(null)
  const all = useMemo(() => {
    const components = COMPONENTS.map((name) => parts.find((one) => one.name === name) ?? { name, text: '', tokens: 0 })
    return [...components, ...parts.filter(({ name }) => name === 'turn')]
  }, [parts])
  const whole = useMemo(() => parts.reduce((sum, part) => sum + weight(part), 0), [parts])
  const list = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 8
  })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto border-line border-t px-2">
      <ul className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const part = all[index]
          const title =
            part?.name === 'turn' ? turnTitle(index - COMPONENTS.length + 2 * leftOut) : part && TITLES[part.name]
          return (
            <li
              key={index}
              ref={list.measureElement}
              data-index={index}
              className="absolute inset-x-0"
              style={{ top: start }}
            >
              {part && title && (
                <Part
                  part={part}
                  title={title}
                  whole={whole}
                  elsewhere={part.name === 'initial_state' && stateInFirstTurn}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Turns alternate: what was done, what was shown. */
function turnTitle(index: number): string {
  return `${index % 2 === 0 ? 'Action' : 'Observation'} ${Math.floor(index / 2) + 1}`
}

/** Its share of the prompt is by tokens where they are known, else by characters. */
function weight(part: PromptPart): number {
  return part.tokens ?? part.text.length
}

/** `elsewhere`: what is missing here is sent with action 1. */
function Part(props: { part: PromptPart; title: string; whole: number; elsewhere: boolean }): ReactNode {
  const { part, title, whole, elsewhere } = props
  const share = whole > 0 ? weight(part) / whole : 0
  return (
    <Collapsible.Root>
      <Collapsible.Trigger className="group flex w-full items-center gap-1.5 rounded-md px-2 py-1 text-left hover:bg-hover">
        <ChevronRight size={14} aria-hidden className="shrink-0 text-muted group-data-[state=open]:rotate-90" />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span aria-hidden className="h-1 w-16 overflow-hidden rounded-full bg-hover group-hover:bg-line">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
        <span className="w-20 text-right text-muted text-xs tabular-nums">
          {part.text === ''
            ? elsewhere
              ? 'in action 1'
              : 'empty'
            : part.tokens === null
              ? `${count(part.text.length)} chars`
              : counted(part.tokens, 'token')}
        </span>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <div className="relative mx-2 my-1">
          <pre className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-field px-3 py-2 font-mono text-xs">
            {part.text ||
              (elsewhere
                ? 'In this kind of world the initial state is part of the first turn: see Action 1.'
                : 'Empty: not part of the prompt.')}
          </pre>
          <button
            type="button"
            aria-label={`Copy ${title}`}
            className="icon-button absolute top-1 right-1 bg-field"
            onClick={() => void navigator.clipboard.writeText(part.text)}
          >
            <CopyCheck size={13} aria-hidden />
          </button>
        </div>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
