// What the model would be sent next, part by part, with what each costs.
import { ChevronRight, CopyCheck } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallOutput, PromptPart } from '../../core/api.ts'
import { viewed } from '../state.ts'
import { useActions, useOrrery } from '../store.ts'
import { Empty, Trouble } from '../ui.tsx'
import { count, counted } from '../words.ts'
import { ContextMeter } from './StatusBar.tsx'

export const PARTS: Record<PromptPart['name'], string> = {
  task_description: 'Task description',
  action_space: 'Action space',
  initial_state: 'Initial state',
  demonstrations: 'Demonstrations',
  simulation_instruction: 'Simulation instruction',
  turn: 'Turn'
}

export function Prompt(): ReactNode {
  const world = useOrrery((state) => state.world)
  const instruction = useOrrery((state) => state.instruction)
  const engine = useOrrery((state) => state.engine?.model)
  const busy = useOrrery((state) => state.world !== null && state.runs[state.world.branch] !== undefined)
  const [preview, setPreview] = useState<CallOutput<'prompt.preview'> | null>(null)
  const { previewPrompt } = useActions()
  const branch = world?.branch
  const at = world && viewed(world)
  // `at` and `engine` too: a step more, or another model, is another prompt.
  useEffect(() => {
    if (branch === undefined || busy) return
    let stale = false
    // A held arrow key or a sentence being typed asks once, when it pauses.
    const timer = setTimeout(async () => {
      const next = await previewPrompt(instruction)
      if (!stale && next) setPreview(next)
    }, 150)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [branch, at, instruction, engine, busy, previewPrompt])
  if (!world) return null
  if (!preview) {
    return (
      <div className="p-3">
        <Trouble place="prompt" />
        <Empty title="Assembling the prompt">The five components and the turns so far appear here.</Empty>
      </div>
    )
  }
  let turn = 0
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-2 px-4 py-3">
        <Trouble place="prompt" />
        <p>
          What the next action here is sent with, on the <b className="font-medium">{preview.template}</b> template.
        </p>
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
      <ul className="min-h-0 flex-1 overflow-y-auto border-line border-t px-2 py-2">
        {preview.parts.map((part, index) => {
          if (part.name === 'turn') turn += 1
          const title = part.name === 'turn' ? `Turn ${turn}` : PARTS[part.name]
          return <Part key={`${part.name} ${index}`} part={part} title={title} largest={preview.total} />
        })}
      </ul>
    </div>
  )
}

function Part({ part, title, largest }: { part: PromptPart; title: string; largest: number | null }): ReactNode {
  const share = part.tokens !== null && largest ? part.tokens / largest : 0
  return (
    <li>
      <Collapsible.Root>
        <Collapsible.Trigger className="group flex w-full items-center gap-1.5 rounded-md px-2 py-1 text-left hover:bg-hover">
          <ChevronRight size={14} aria-hidden className="shrink-0 text-muted group-data-[state=open]:rotate-90" />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <span aria-hidden className="h-1 w-16 overflow-hidden rounded-full bg-hover group-hover:bg-line">
            <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
          </span>
          <span className="w-20 text-right text-muted text-xs tabular-nums">
            {part.text === ''
              ? 'empty'
              : part.tokens === null
                ? `${count(part.text.length)} chars`
                : counted(part.tokens, 'token')}
          </span>
        </Collapsible.Trigger>
        <Collapsible.Content>
          <div className="relative mx-2 my-1">
            <pre className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-field px-3 py-2 font-mono text-xs">
              {part.text || 'Empty: this component is left out of the prompt.'}
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
    </li>
  )
}
