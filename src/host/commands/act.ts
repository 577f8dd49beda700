// Runs one step for `orrery step`, showing what happens while it happens.
import { OrreryError } from '../../core/errors.ts'
import type { Action, Branch, StepEvent } from '../../core/tree/model.ts'
import type { Cli, Door, Io } from './door.ts'
import { json, line, note, progress } from './print.ts'
import { showTrace } from './trace.ts'

/** What to show, and what holds for this step only. */
export interface Stages {
  print?: 'raw' | 'parsed' | 'events' | undefined
  json?: boolean
  turnInstruction?: string
  seed?: number | undefined
  trace?: boolean
  by?: 'model' | undefined
}
type Committed = Extract<StepEvent, { type: 'committed' }>
type Last = Committed | Extract<StepEvent, { type: 'failed' }>

/** Runs the step and shows it, the observation as it streams. @throws OrreryError what the step failed with */
export async function act(cli: Cli, door: Door, branch: Branch, action: Action, options: Stages): Promise<void> {
  const { io } = cli
  const bar = progress(io, { lines: false })
  const shows = !options.print && !options.json
  // What was written into a pipe cannot be taken back, so a pipe gets the text when it is final.
  const streams = shows && io.stdout.isTTY === true
  const beginLine = (): string => {
    if (!streams || !shown || shown.endsWith('\n')) return ''
    shown += '\n'
    return '\n'
  }
  let shown = ''
  let end: Last | null = null
  const input = {
    session: branch.session,
    branch: branch.id,
    action,
    instruction: options.turnInstruction,
    seed: options.seed,
    trace: options.trace,
    ...(options.by && { by: options.by })
  }
  const on = (event: StepEvent): void => {
    if (options.print === 'events') json(io, event)
    switch (event.type) {
      case 'queued':
        bar.show(`Queued behind ${event.ahead}`, null)
        break
      case 'progress':
        bar.show(PHASES[event.phase], event.done / (event.total || 1))
        break
      case 'thinking':
        bar.show('Thinking', null)
        break
      case 'observation':
        bar.clear()
        if (streams) io.stdout.write(event.text)
        shown += event.text
        break
      case 'restart':
        if (streams && shown) note(io, `${beginLine()}(the text above is not the observation, which follows)`)
        shown = ''
        break
      case 'fired':
        if (!options.print) note(io, `${beginLine()}${event.firing.name}: ${event.firing.detail}`)
        break
      case 'committed':
      case 'failed':
        bar.clear()
        end = event
        break
      case 'dream':
        bar.show(`Asking the model: ${event.of}`, null)
        break
      case 'meter':
      case 'predicted':
        break
      default:
        event satisfies never
    }
  }
  // A cancelled step ends in a `failed` event and the stream also throws. The event's error says more, so it is preferred below.
  const failure = await door.stream('steps.run', input, { signal: cli.signal, on }).catch((error: unknown) => error)
  // Assigned in `on`, which TypeScript does not follow.
  const last = end as Last | null
  if (last?.type === 'committed') {
    const { text } = last.step.observation
    if (shows && !streams) io.stdout.write(text)
    if (shows && !text.endsWith('\n')) io.stdout.write('\n')
    return show(io, last, options)
  }
  if (shows && !streams) io.stdout.write(shown)
  if (shows && shown && !shown.endsWith('\n')) io.stdout.write('\n')
  throw last ? new OrreryError(last.error.code, last.error.message) : failure
}

function show(io: Io, { step, call, branch }: Committed, { print, json: asJson, trace }: Stages): void {
  if (print === 'raw') {
    if (asJson) json(io, { raw: call.raw })
    else line(io, call.raw)
  } else if (print === 'parsed') {
    const { thinking, warnings } = call
    json(io, { thinking, observation: step.observation.text, warnings, ...(trace && { trace: call.trace }) })
  } else if (!print && asJson) {
    json(io, { session: branch.session, branch: branch.id, step, call })
  }
  if (asJson || print) return
  for (const warning of call.warnings) note(io, warning)
  if (call.trace) showTrace(io, call.trace)
  const took = `${call.tokens.generated} tokens in ${(call.ms.total / 1000).toFixed(1)} s`
  note(io, `session ${branch.session}  branch ${branch.id}  step ${step.id.slice(0, 10)}  ${took}`)
}

const PHASES = { load: 'Loading the model', read: 'Reading the prompt', start: 'Starting the machine' } as const
