// A program whose world is seen through a shell, such as a browser: what is done there becomes requests, and its state is that of both.
import type { Domain } from '../../../core/domains/domain.ts'
import { OrreryError } from '../../../core/errors.ts'
import { type BrowserAnswer, type BrowserRequest, failedPage } from '../../../core/grounds/browser/load.ts'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { responseOf } from '../../../core/grounds/programs/event.ts'
import type { ProgramStep } from '../../../core/grounds/programs/program.ts'
import type { MachineTerminals } from '../../../core/grounds/programs/terminals.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { ProgramUse, StateDifference } from '../../../core/tree/program.ts'
import { type Running, type RunningState, stateAfter, stateOf } from './running.ts'
import { type ProgramShell, shellOf } from './shells.ts'
import { terminalOf, type WorldTerminal } from './terminal.ts'
import type { WorldPrograms } from './world-programs.ts'

// Beside the parts of a state: what its machine takes for chance.
const SEED = 'seed'

// A state of a world in a shell is that of its program and that of the shell. Threads know the first by its own name.
const programStates = new WeakMap<RunningState, RunningState>()

/** A program as its world sees it: through a shell, or by itself, also where it tells its screens itself. @throws OrreryError engine-failed for a kind of world in which nobody acts on such a screen */
export function seenIn(domain: Domain, programs: WorldPrograms, program: ProgramUse, first: string): Running {
  const shell = shellOf(domain, first)
  const running = programs.of(program)
  return shell ? shownIn(shell, running, programs.terminals) : running
}

function shownIn(shell: ProgramShell, running: Running, terminals: MachineTerminals | null): Running {
  // `as`: states are made here.
  const partsOf = (state: RunningState) => state.value() as Record<string, Json>
  const programOf = (state: RunningState): RunningState =>
    programStates.get(state) ?? stateOf(partsOf(state).program ?? {})
  const own = (state: RunningState): Json => partsOf(state)[shell.name] ?? null

  /** A view that is a text is the screen, and the program is given what is done on it. A shell keeps a state of its own beside the program's. */
  async function tellsItself(state: RunningState, signal: AbortSignal | undefined): Promise<boolean> {
    return (
      !Object.hasOwn(partsOf(state), shell.name) &&
      typeof (await running.look(state, shell.door, signal)).view === 'string'
    )
  }

  /** @throws OrreryError engine-failed for a program that says nothing of such a screen */
  async function viewOf(state: RunningState, signal: AbortSignal | undefined): Promise<unknown> {
    const { view } = await running.look(state, shell.door, signal)
    const read = shell.read(view)
    if ('view' in read) return read.view
    throw new OrreryError('engine-failed', read.problem)
  }

  return {
    async init(seed, signal) {
      const begun = await running.init(seed, signal)
      if (await tellsItself(begun.state, signal)) return begun
      const view = await viewOf(begun.state, signal)
      const terminal = terminalOf(terminals, { kept: null, seed: 0 }, view)
      const sending = createSending({ running, terminal }, begun.state, [], signal)
      const made = await sending.run(shell.begin(view))
      if ('ask' in made)
        throw new OrreryError(
          'engine-failed',
          `The program has no page where its ${shell.name} begins: it leaves it to the model.`
        )
      const state = stateOf({
        ...{ program: sending.state().value(), [shell.name]: asJson(made.done) },
        // Terminals are opened later.
        ...(terminal.isThere && Number(seed) !== 0 && { [SEED]: Number(seed) })
      })
      programStates.set(state, sending.state())
      return { state, actions: {} }
    },
    async look(state, door, signal) {
      if (await tellsItself(state, signal)) return running.look(state, door, signal)
      return { actions: {}, view: shell.look(own(state), await viewOf(programOf(state), signal)).text }
    },
    async step(before, event, signal) {
      if (event.door !== shell.door || !('call' in event)) return running.step(before, event, signal)
      if (await tellsItself(before, signal)) return running.step(before, event, signal)
      const view = await viewOf(programOf(before), signal)
      const terminal = terminalOf(
        terminals,
        { kept: partsOf(before).terminal ?? null, seed: Number(partsOf(before)[SEED] ?? 0) },
        view
      )
      const sending = createSending({ running, terminal }, programOf(before), event.answers ?? [], signal)
      const made = await sending.run(shell.act(own(before), event.call, view))
      if ('ask' in made) return { step: { ask: made.ask }, changes: [], state: before, actions: {} }
      if (!made.done) return { step: null, changes: [], state: before, actions: {} }
      const { refuse } = made.done
      const seen = shell.look(made.done.state, sending.changes.length ? await viewOf(sending.state(), signal) : view)
      const { changes: ofShell } = changesBetween(own(before), asJson(seen.state), `the ${shell.name}`)
      const changes = [
        ...sending.changes,
        ...terminal.changes(),
        ...ofShell.map((one) => ({ ...one, at: [shell.name, ...one.at] }))
      ]
      const state = changes.length ? stateAfter(before, changes) : before
      programStates.set(state, sending.state())
      return { step: refuse ? { error: refuse(seen.text) } : { answer: seen.text }, changes, state, actions: {} }
    }
  }
}

// `as`: what a shell remembers is plain JSON.
const asJson = (state: unknown): Json => state as Json

type Asked = NonNullable<ProgramStep['ask']>

/** Lets the program answer requests, one after the other, each on the state that the one before it left. */
function createSending(
  { running, terminal }: { running: Running; terminal: WorldTerminal },
  begun: RunningState,
  answers: readonly Json[],
  signal: AbortSignal | undefined
) {
  let state = begun
  let used = 0
  const changes: StateDifference[] = []

  /** Gives the program an event of a door of its own. */
  async function tell(sent: Parameters<Running['step']>[1]) {
    const made = await running.step(state, sent, signal)
    state = made.state
    for (const one of made.changes) changes.push({ ...one, at: ['program', ...one.at] })
  }

  const files = async () => (await running.look(state, 'files', signal)).view

  async function answer(request: BrowserRequest): Promise<BrowserAnswer | { ask: Asked }> {
    const { method, url, headers, body } = request
    const given: Json[] = []
    if (terminal.isAt(url)) {
      for (;;) {
        const made = await terminal.answer(request, { tell, files, said: given.map(String) }, signal)
        if (!('ask' in made)) return made
        const said = answers[used]
        if (said === undefined) return made
        used++
        given.push(said)
      }
    }
    for (;;) {
      const query = Object.fromEntries(url.searchParams)
      const sent = { door: 'http' as const, method, path: url.pathname, query, headers, body }
      const made = await running.step(state, given.length ? { ...sent, answers: given } : sent, signal)
      const ask = made.step ? made.step.ask : written(request)
      if (!ask) {
        state = made.state
        for (const one of made.changes) changes.push({ ...one, at: ['program', ...one.at] })
        return responseOf(made.step ?? {})
      }
      const said = answers[used]
      if (said === undefined) return { ask }
      used++
      if (!made.step) return { status: 200, headers: { 'content-type': 'text/html' }, body: said, written: true }
      given.push(said)
    }
  }

  return {
    changes,
    state: () => state,
    /** To the end, or to what only the model can answer. */
    async run<Done>(asking: Generator<BrowserRequest, Done, BrowserAnswer>): Promise<{ done: Done } | { ask: Asked }> {
      for (let next = asking.next(); ; ) {
        if (next.done) return { done: next.value }
        const answered = await answer(next.value)
        if ('ask' in answered) return answered
        next = asking.next(answered)
      }
    }
  }
}

/** What the model is asked for where no program knows an address. Without one the browser says that it cannot be reached. */
function written({ method, url }: BrowserRequest): Asked {
  const about = `The whole page at ${url.href.slice(0, 1000)}${method === 'POST' ? ', as it answers a form' : ''}, as HTML without scripts and styles, with a title, a heading and links.`
  return { about, schema: { type: 'string' }, template: failedPage(url, 'ERR_NAME_NOT_RESOLVED') }
}
