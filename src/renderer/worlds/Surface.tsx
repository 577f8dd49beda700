// The world itself: the surface its domain asks for, and above it whatever must be known before acting.

import { type ReactNode, useMemo, useRef } from 'react'
import { z } from 'zod'
import type { Domain } from '../../core/domains/domain.ts'
import { findDomain } from '../../core/domains/index.ts'
import { sentenceOf } from '../../core/text/issues.ts'
import { isGrounded } from '../../core/tree/ground.ts'
import type { Action } from '../../core/tree/model.ts'
import { useChunk } from '../chunk.ts'
import { atTip, liveRun, type OpenWorld, setup, viewed } from '../store/data.ts'
import { standing } from '../store/folds.ts'
import { useActions, useOrrery } from '../store/index.ts'
import { Notices } from './Notices.tsx'
import { Reply } from './Reply.tsx'
import { useRoom } from './room.ts'
import { Timeline } from './Timeline.tsx'
import './surface-room.css'
import type { ParsedAction } from '../observations/ActionBar.tsx'
import type { SurfaceProps, Unsent } from '../observations/surface.ts'
import { useDark } from '../theme.ts'

// Each surface is a chunk of its own: a terminal world never loads a browser's parts.
const surfaces: Record<Domain['surface'], () => Promise<{ Surface(props: SurfaceProps): ReactNode }>> = {
  terminal: async () => ({ Surface: (await import('../observations/terminal/Terminal.tsx')).Terminal }),
  screen: async () => ({ Surface: (await import('../observations/screen/ScreenSurface.tsx')).ScreenSurface }),
  document: async () => ({ Surface: (await import('../observations/document/DocumentSurface.tsx')).DocumentSurface })
}

/** What was typed in each world and not sent, by session. */
const unsent = new Map<string, Unsent>()

function unsentIn(session: string): Unsent {
  const known = unsent.get(session) ?? {}
  unsent.set(session, known)
  return known
}

export function Surface(): ReactNode {
  const world = useOrrery((state) => state.world)
  // Another kind of surface is another chunk, fetched again.
  return world && <Open key={findDomain(world.session.domain).surface} world={world} />
}

function Open({ world }: { world: OpenWorld }): ReactNode {
  const run = useOrrery(liveRun)
  const busy = useOrrery((state) => state.runs[world.branch] !== undefined)
  const landed = useOrrery((state) => state.landed)
  const refused = useOrrery((state) => {
    const failure = state.failures[world.branch]
    return failure?.refused ? failure : state.taken
  })
  const instruction = useOrrery((state) => state.instruction)
  const tracing = useOrrery((state) => state.tracing)
  const actions = useActions()
  const dark = useDark()
  const domain = findDomain(world.session.domain)
  const chunk = useChunk(surfaces[domain.surface], true)
  const live = useMemo(() => run && { action: run.action, observation: run.observation }, [run])
  const tip = atTip(world)
  const rules = setup(world)
  const here = `${world.branch} ${viewed(world)}`
  // Another one at each place: what was asked elsewhere is asked again.
  const routeOf = useMemo(
    () => (isGrounded(rules) && here ? (action: Action) => actions.routeOf(action) : undefined),
    [rules, here, actions]
  )
  const panel = useRef<HTMLDivElement>(null)
  // A terminal that has just begun is empty at its lower end, later at none.
  const beginning = domain.surface === 'terminal' && world.rows.length < 3
  const notices = useRoom(panel, chunk && world.session.id)
  const bar = useOrrery((state) => standing(state, 'action'))
  const over = useOrrery((state) => state.over)
  return (
    <div
      ref={panel}
      data-action={bar}
      data-notices={notices ? 'inline' : domain.surface === 'screen' || beginning ? 'below' : 'above'}
      className="world-panel relative flex h-full min-h-0 flex-col overflow-y-auto bg-panel"
    >
      <Notices world={world} run={run} atTip={tip} />
      <div className="world-room flex min-h-0 flex-1 flex-col">
        {chunk ? (
          <chunk.Surface
            key={world.session.id}
            domain={domain}
            setup={rules}
            steps={world.steps}
            live={live}
            state={world.state}
            acts={world.acts}
            made={world.made}
            failed={world.failed}
            busy={busy}
            landed={landed}
            refused={refused}
            atTip={tip}
            dark={dark}
            instruction={instruction}
            onInstruction={actions.setInstruction}
            tracing={tracing}
            onTracing={actions.setTracing}
            parse={(text) => parseWritten(text, domain)}
            onAct={(action) => {
              actions.stopPlaying()
              void actions.act(action)
            }}
            onCancel={actions.cancel}
            onRegenerate={viewed(world) !== null ? () => void actions.regenerate() : null}
            terminalAt={actions.terminalAt}
            routeOf={routeOf}
            autoFocus
            unsent={unsentIn(world.session.id)}
          />
        ) : (
          <div className="h-full bg-terminal" />
        )}
      </div>
      <Reply world={world} run={run} />
      {over === 'strip' && (
        <div className="absolute inset-x-0 bottom-0 z-30 h-36 border-line border-t shadow-lift">
          <Timeline />
        </div>
      )}
    </div>
  )
}

/** Reads an action that was written by hand, in the model's form or as JSON; what is wrong is said in the schema's own words. */
function parseWritten(text: string, domain: Domain): ParsedAction {
  try {
    return { ok: true, action: domain.read(text) }
  } catch (error) {
    if (error instanceof z.ZodError) return { ok: false, message: sentenceOf(error) }
    if (error instanceof SyntaxError && domain.fence() === 'json') {
      return { ok: false, message: `This is not JSON yet: ${error.message}` }
    }
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
