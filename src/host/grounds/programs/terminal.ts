// The terminal of a desktop whose program keeps files: its page, what is typed in it, and the files that a machine changed.

import { OrreryError } from '../../../core/errors.ts'
import { type BrowserAnswer, type BrowserRequest, failedPage } from '../../../core/grounds/browser/load.ts'
import { TYPED, terminalPage } from '../../../core/grounds/desktop/terminal.ts'
import { changesBetween } from '../../../core/grounds/programs/changes.ts'
import { FileTree } from '../../../core/grounds/programs/file-tree.ts'
import {
  DesktopView,
  type HttpAnswer,
  type ProgramEvent,
  type ProgramStep
} from '../../../core/grounds/programs/program.ts'
import { type MachineTerminals, TerminalState } from '../../../core/grounds/programs/terminals.ts'
import { isObject } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { StateDifference } from '../../../core/tree/program.ts'

export interface WorldTerminal {
  /** Whether an address is a terminal's. */
  isAt(url: URL): boolean
  /** @param tell asks the program. @returns the terminal's page, or what only a model can answer */
  answer(
    request: BrowserRequest,
    asking: { tell(sent: ProgramEvent): Promise<HttpAnswer>; said: readonly string[] },
    signal: AbortSignal | undefined
  ): Promise<BrowserAnswer | { ask: NonNullable<ProgramStep['ask']> }>
  /** What was changed in the state that is kept of it. */
  changes(): StateDifference[]
}

/** @param kept what the world keeps of it; `null` before something is typed @param said what the program says of its desktop */
export function terminalOf(terminals: MachineTerminals | null, kept: Json, said: unknown): WorldTerminal {
  const { data: view } = DesktopView.safeParse(said)
  const hosts = new Set(view?.apps.flatMap(({ terminal, start }) => (terminal ? [new URL(start).host] : [])))
  const before = TerminalState.safeParse(kept).data ?? null
  let state = before

  return {
    isAt: ({ host }) => hosts.has(host),
    async answer({ method, url, body }, { tell, said }, signal) {
      if (!terminals) return page(failedPage(url, 'No machine is installed, so no terminal runs.'))
      const now = state ?? terminals.begin(view?.now ?? '')
      const keys = method === 'POST' && isObject(body) ? body[TYPED] : undefined
      if (typeof keys !== 'string') return page(terminalPage(now.title, now.screen))
      const ask = (method: string, body: Json) => tell(requestOf(url, method, body))
      const files = FileTree.safeParse((await ask('GET', null)).body)
      if (!files.success)
        throw new OrreryError(
          'engine-failed',
          `The program does not answer GET /files of ${url.host} with paths and texts.`
        )
      const done = await terminals.type(now, { keys, files: files.data, said }, signal)
      if ('asks' in done) {
        const about = `What the command ${done.asks} prints in a terminal, and nothing else.`
        return { ask: { about, schema: { type: 'string' }, template: done.otherwise } }
      }
      if (Object.keys(done.changes).length > 0) {
        const { status } = await ask('POST', done.changes)
        // What the program does not take, it gives again before the next line.
        if (status >= 400) done.state.screen += `\nThe files were not taken (${status}).\n`
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

const page = (body: string): BrowserAnswer => ({ status: 200, headers: { 'content-type': 'text/html' }, body })

const requestOf = ({ host }: URL, method: string, body: Json): ProgramEvent => ({
  ...{ door: 'http', method, path: '/files', query: {}, body },
  headers: { host, accept: 'application/json' }
})
