// A world without steps says what to try, where its steps will stand.
import { CornerUpLeft } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { Domain } from '../../core/domains/domain.ts'
import { findDomain } from '../../core/domains/index.ts'
import { suggested } from '../../core/step/suggested.ts'
import { isGrounded } from '../../core/tree/ground.ts'
import type { Setup } from '../../core/tree/model.ts'
import type { Scenario } from '../../core/tree/scenario.ts'
import { type OpenWorld, setup } from '../store/data.ts'
import { useActions, useOrrery } from '../store/index.ts'

// How one acts on each surface, for those who see it for the first time.
const WAYS: Record<Domain['surface'], { begin: string; orTry: string }> = {
  terminal: { begin: 'Type a command and press Enter.', orTry: 'Type a command, or try' },
  screen: { begin: 'Click, type or scroll on the screen.', orTry: 'Click or type on the screen, or try' },
  document: { begin: 'Choose a tool, fill in its arguments and call it.', orTry: 'Choose a tool, or try' }
}

// A document without tools takes its action as a line of text.
const SAYING = { begin: 'Type a command and press Enter.', orTry: 'Type a command, or try' }

/** A world without steps says what to try: the recording's first action, or its scenario's suggestions. */
export function Beginning({ world }: { world: OpenWorld }): ReactNode {
  const scenarios = useOrrery((state) => state.scenarios)
  const engine = useOrrery((state) => state.engine)
  const actions = useActions()
  const domain = findDomain(world.session.domain)
  const rules = setup(world)
  const lines = scenarios.find((one) => one.tries.length > 0 && isOf(one, rules))?.tries
  const tries = useMemo(() => suggested(lines ?? [], domain, rules), [lines, domain, rules])
  const ways = domain.surface === 'document' && !domain.tools ? SAYING : WAYS[domain.surface]
  if (world.recorded.length > 0) {
    return (
      <Tries>
        <span className="flex-1">This world is a recording: play it, or act to branch off.</span>
        <button type="button" className="button-primary h-7" onClick={() => void actions.togglePlay()}>
          Play the recording
        </button>
      </Tries>
    )
  }
  return (
    <Tries>
      {engine?.model === null && rules.recording === null && !isGrounded(rules) ? (
        <>
          <span className="flex-1 break-words">
            {engine.problem ?? 'No model is selected. Choose one to act here.'}
          </span>
          <button type="button" className="button-primary h-7" onClick={() => actions.show('models')}>
            Choose a model…
          </button>
        </>
      ) : (
        <>
          <span>{tries.length > 0 ? ways.orTry : ways.begin}</span>
          {tries.map((line) => (
            <button
              key={line}
              type="button"
              title={line}
              className="button h-7 max-w-full font-mono text-xs"
              onClick={() => void actions.act(domain.fromText(line, rules))}
            >
              <CornerUpLeft size={12} aria-hidden className="-scale-x-100 shrink-0 text-muted" />
              <span className="truncate">{line}</span>
            </button>
          ))}
        </>
      )}
    </Tries>
  )
}

/** Whether a world with these rules began as this scenario. */
function isOf({ setup }: Scenario, rules: Setup): boolean {
  if (setup.domain !== rules.domain || setup.program?.text !== rules.program?.text) return false
  // A program says what its world begins with, where its scenario does not.
  if (rules.program) return !setup.initialState || setup.initialState === rules.initialState
  return (
    setup.initialState === rules.initialState &&
    setup.instruction === rules.instruction &&
    JSON.stringify(setup.tools) === JSON.stringify(rules.tools)
  )
}

function Tries({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="flex max-h-21 min-w-0 flex-1 flex-wrap content-start items-center gap-2 overflow-y-auto py-2 pr-3">
      {children}
    </div>
  )
}
