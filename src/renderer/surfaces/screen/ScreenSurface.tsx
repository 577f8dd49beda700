// A phone, a desktop or a browser page: what the last step showed, as text, and the bar of actions.
import type { ReactNode } from 'react'
import { ActionBar } from '../ActionBar.tsx'
import type { SurfaceProps } from '../surface.ts'

export function ScreenSurface(props: SurfaceProps): ReactNode {
  const { steps, live, setup, domain } = props
  const text = live?.observation ?? steps.at(-1)?.observation.text ?? setup.initialState
  return (
    <section aria-label={domain.title} className="flex h-full min-h-0 flex-col">
      <pre className="min-h-0 flex-1 overflow-auto whitespace-pre-wrap px-3 py-2 font-mono text-xs">{text}</pre>
      <ActionBar
        busy={props.busy}
        raw={() => ''}
        rawHint={`An action of ${domain.title}.`}
        instruction={props.instruction}
        onInstruction={props.onInstruction}
        tracing={props.tracing ?? false}
        onTracing={props.onTracing}
        parse={props.parse}
        onAct={props.onAct}
        onCancel={props.onCancel}
        onRegenerate={props.onRegenerate}
      />
    </section>
  )
}
