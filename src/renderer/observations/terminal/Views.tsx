// A step as agents read a terminal: the screen of 160x40, what was added since the last action, or the model's own text.
import type { ReactNode } from 'react'
import type { TerminalView } from '../../../core/contract/steps.ts'
import type { Step } from '../../../core/tree/model.ts'
import { useAnswer } from '../../loaded.ts'

export type TerminalViewName = 'screen' | 'added' | 'raw'

export const VIEWS: [view: TerminalViewName, name: string, hint: string][] = [
  ['screen', 'Screen', 'The screen of 160 columns and 40 rows after this step'],
  ['added', 'New output', 'What this step added, as Terminus-2 shows it to its agent'],
  ['raw', 'Raw text', 'The observation, exactly as stored']
]

export interface ViewsProps {
  view: TerminalViewName
  /** The step looked at; `null` before the first. */
  step: Step | null
  /** Asks for the terminal after that step. */
  load(at: string | null): Promise<TerminalView | null>
}

export function Views({ view, step, load }: ViewsProps): ReactNode {
  const found = useTerminal(step?.id ?? null, load)
  if (view === 'raw') return <Text label="Raw text">{step?.observation.text ?? 'No observation yet.'}</Text>
  if (found === 'loading') return <Text label="Terminal"> </Text>
  if (found === null) return <Text label="Terminal">The terminal of this step could not be rendered.</Text>
  if (view === 'added' && found.added !== null) {
    return <Text label="New output">{`New Terminal Output:\n\n${found.added}`}</Text>
  }
  const screen = found.rows.join('\n')
  // Where new output cannot be told, agents are given the screen instead.
  return view === 'added' ? (
    <Text label="New output">{`Current Terminal Screen:\n\n${screen}`}</Text>
  ) : (
    <Text key={step?.id} label="Screen" framed columns={found.columns}>
      {screen}
    </Text>
  )
}

/** Opens at its end, where the prompt is. */
function atEnd(region: HTMLElement | null): void {
  if (region) region.scrollTop = region.scrollHeight
}

function Text(props: { label: string; framed?: boolean; columns?: number; children: string }): ReactNode {
  return (
    <section
      ref={props.framed ? atEnd : undefined}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full w-full overflow-auto p-3"
    >
      <pre
        style={props.columns ? { width: `calc(${props.columns}ch + 18px)` } : undefined}
        className={`font-mono text-[13px] text-[var(--terminal-ink)] leading-[1.25] ${props.framed ? 'rounded border border-[var(--border)] px-2 py-1.5' : 'whitespace-pre-wrap break-words'}`}
      >
        {props.children}
      </pre>
    </section>
  )
}

function useTerminal(at: string | null, load: ViewsProps['load']): TerminalView | null | 'loading' {
  const ask = async () => ({ at, view: await load(at).catch(() => null) })
  const found = useAnswer(ask, null, [at, load])
  return found && found.at === at ? found.view : 'loading'
}
