// What the model thought before it answered: apart from the world, live while it streams.
import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { liveRun } from '../store/data.ts'
import { useOrrery } from '../store/index.ts'
import { Empty } from '../ui.tsx'
import { counted, duration } from '../words.ts'

export function Thinking(): ReactNode {
  const run = useOrrery(liveRun)
  const world = useOrrery((state) => state.world)
  const call = world?.detail?.calls.at(-1)
  const [open, setOpen] = useState(true)
  const text = run ? run.thinking : (call?.thinking ?? '')
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (run && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [run, text])
  if (!world) return null
  if (text === '') {
    return (
      <Empty title={run ? 'No thinking yet' : world.at === 0 ? 'No thinking yet' : 'No thinking in this step'}>
        {run
          ? 'The model’s thinking appears here as it streams.'
          : world.at === 0
            ? 'Take a step. If the model thinks, its reasoning appears here, apart from the observation.'
            : 'Small models and perturbations answer without thinking. The standard template asks the model to think.'}
      </Empty>
    )
  }
  return (
    <div ref={scroller} className="h-full overflow-y-auto px-4 py-3">
      <Collapsible.Root open={open} onOpenChange={setOpen}>
        <Collapsible.Trigger className="group -ml-1 flex items-center gap-1 rounded px-1 py-0.5 text-muted hover:text-ink">
          <ChevronRight size={14} aria-hidden className="group-data-[state=open]:rotate-90" />
          {run
            ? run.observation === ''
              ? 'Thinking now'
              : 'Done thinking, now answering'
            : `Thinking before step ${world.at}${call ? `, ${counted(call.tokens.generated, 'token')} in all, ${duration(call.ms.total)}` : ''}`}
        </Collapsible.Trigger>
        <Collapsible.Content>
          <p className="mt-2 max-w-prose whitespace-pre-wrap break-words border-line border-l-2 pl-3.5 leading-[21px]">
            {text}
          </p>
        </Collapsible.Content>
      </Collapsible.Root>
    </div>
  )
}
