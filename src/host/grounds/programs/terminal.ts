// The terminal of a desktop whose program keeps files: its page, what is typed in it, and the files that a machine changed.
import { type BrowserAnswer, type BrowserRequest, failedPage } from '../../../core/grounds/browser/load.ts'
import { TYPED, terminalPage } from '../../../core/grounds/desktop/terminal.ts'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { DesktopView, filesView, type ProgramEvent, type ProgramStep } from '../../../core/grounds/programs/program.ts'
import { type MachineTerminals, TerminalState } from '../../../core/grounds/programs/terminals.ts'
import { isObject } from '../../../core/text/json.ts'
import type { FileChanges } from '../../../core/tree/ground.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { StateDifference } from '../../../core/tree/program.ts'

export interface WorldTerminal {
  /** The world has terminals. */
  isThere: boolean
  /** Whether an address is a terminal's. */
  isAt(url: URL): boolean
  /** `tell`: gives the program an event. `files`: what it says of its machine then. @returns the terminal's page, or what only a model can answer */
  answer(
    request: BrowserRequest,
    asking: { tell(sent: ProgramEvent): Promise<unknown>; files(): Promise<unknown>; said: readonly string[] },
    signal: AbortSignal | undefined
  ): Promise<BrowserAnswer | { ask: NonNullable<ProgramStep['ask']> }>
  /** What was changed in the state that is kept of it. */
  changes(): StateDifference[]
}

/**
 * @param kept what the world keeps of it; `null` before something is typed @param seed that of the world
 * @param said what the program says of its desktop
 */
export function terminalOf(
  terminals: MachineTerminals | null,
  { kept, seed }: { kept: Json; seed: number },
  said: unknown
): WorldTerminal {
  const { data: view } = DesktopView.safeParse(said)
  const hosts = hostsIn(view)
  const before = TerminalState.safeParse(kept).data ?? null
  let state = before

  return {
    isThere: hosts.size > 0,
    isAt: ({ host }) => hosts.has(host),
    async answer({ method, url, body }, { tell, files, said }, signal) {
      if (!terminals) return page(failedPage(url, 'No machine is installed, so no terminal runs.'))
      const machine = filesView(await files())
      const now = state ?? terminals.begin(view?.now ?? '', { ...machine, seed })
      const keys = method === 'POST' && isObject(body) ? body[TYPED] : undefined
      if (typeof keys !== 'string') return page(terminalPage(now.title, now.screen))
      const take = async (changed: FileChanges) => {
        await tell({ door: 'files', changed })
        return filesView(await files()).files
      }
      const done = await terminals.type(now, { keys, files: machine.files, said, take }, signal)
      if ('asks' in done) {
        const about = `What the command ${done.asks} prints in a terminal, and nothing else.`
        return { ask: { about, schema: { type: 'string' }, template: done.otherwise } }
      }
      state = done.state
      return page(terminalPage(state.title, state.screen))
    },
    // `as`: it is plain JSON.
    changes: () =>
      state === before
        ? []
        : changesBetween(kept, state as Json, 'the terminal').changes.map((one) => ({
            ...one,
            at: ['terminal', ...one.at]
          }))
  }
}

/** Whether a program that says this of its desktop has terminals on it. */
export const hasTerminal = (said: unknown): boolean => hostsIn(DesktopView.safeParse(said).data).size > 0

const hostsIn = (view: DesktopView | undefined): Set<string> =>
  new Set(view?.apps.flatMap(({ terminal, start }) => (terminal ? [new URL(start).host] : [])))

const page = (body: string): BrowserAnswer => ({ status: 200, headers: { 'content-type': 'text/html' }, body })
