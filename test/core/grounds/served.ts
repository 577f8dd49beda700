// A program of declared data that answers what a shell asks for, without a host.
import type { BrowserAnswer, BrowserRequest } from '../../../src/core/grounds/browser/load.ts'
import { declaredProgram } from '../../../src/core/grounds/programs/declared/program.ts'
import { readDeclared } from '../../../src/core/grounds/programs/declared/read.ts'
import { responseOf } from '../../../src/core/grounds/programs/event.ts'
import type { ProgramDoor, ProgramStep } from '../../../src/core/grounds/programs/program.ts'
import type { Json } from '../../../src/core/tree/ports.ts'

/** @param data declared data as JSON */
export function served(data: unknown) {
  const { world, faults } = readDeclared(data)
  if (!world) throw new Error(JSON.stringify(faults))
  const program = declaredProgram(world)
  let state: Json = program.init('0')
  const requests: string[] = []
  return {
    requests,
    state: () => state,
    view: (door: ProgramDoor) => program.view(door, state),
    /** To the end, with every request answered. */
    run<Done>(asking: Generator<BrowserRequest, Done, BrowserAnswer>): Done {
      let next = asking.next()
      while (!next.done) {
        const { method, url, headers, body } = next.value
        requests.push(`${method} ${url.href}`)
        const query = Object.fromEntries(url.searchParams)
        const event = { door: 'http' as const, method, path: url.pathname, query, headers, body }
        const step: ProgramStep = program.step(state, event) ?? { answer: { status: 404 } }
        state = step.state ?? state
        next = asking.next(responseOf(step))
      }
      return next.value
    }
  }
}
