// A world of records, called tool by tool; what the model would be asked is answered by the test.
import { mcp } from '../../../../src/core/domains/mcp/index.ts'
import { createRecords } from '../../../../src/core/grounds/records/ground.ts'
import type { Grounded } from '../../../../src/core/tree/ground.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { Call, type Setup, type Step } from '../../../../src/core/tree/model.ts'
import type { Ground, Json, ModelQuestion } from '../../../../src/core/tree/ports.ts'
import { turnOptions } from '../../turn-options.ts'

const callFor = (step: string, setup: Setup, grounded?: Grounded): Call =>
  Call.parse({
    ...{ id: step, step, session: 's', branch: 'main', engine: 'records', model: { name: 'records', hash: null } },
    ...{ seed: 0, setup, template: 'standard', instruction: '', firings: [], raw: '', thinking: '', warnings: [] },
    ...{
      tokens: { prompt: 0, cached: 0, generated: 0 },
      ms: { first: 0, total: 0 },
      createdAt: 0,
      ...(grounded && { grounded })
    }
  })

export function play(setup: Setup, ground: Ground = createRecords({ hash: 'test' })) {
  const chain: Step[] = []
  const calls = new Map<string, Call>()
  const callOf = (step: string) => calls.get(step) ?? null
  const askedOf = (name: string, args: Record<string, Json>, instruction = '') => ({
    ...{ setup, chain: [...chain], callOf, action: { name, arguments: args }, instruction }
  })
  return {
    ...{ chain, calls, ground },
    route: (name: string, args: Record<string, Json> = {}, instruction = '') =>
      ground.route(askedOf(name, args, instruction)),
    /** @param dream what the model says when it is asked */
    async call(name: string, args: Record<string, Json> = {}, dream?: string, keep = true) {
      const questions: ModelQuestion[] = []
      const options = turnOptions((question) => {
        questions.push(question)
        if (dream === undefined) throw new Error(`the model was asked: ${JSON.stringify(question)}`)
        return dream
      })
      const { text, grounded, keep: kept } = await ground.turn(askedOf(name, args), options)
      const step = await makeStep(chain.at(-1)?.id ?? null, { name, arguments: args }, { text })
      chain.push(step)
      calls.set(step.id, callFor(step.id, setup, grounded))
      if (keep) await kept(step.id)
      const document = mcp.document?.read({ name, arguments: args }, text)
      const error = document !== undefined && 'error' in document && document.error
      return { text, grounded, questions, error, value: readOf(text) }
    },
    /** A step that came about without the ground. */
    async told(name: string, args: Record<string, Json>, text: string) {
      const step = await makeStep(chain.at(-1)?.id ?? null, { name, arguments: args }, { text })
      chain.push(step)
    }
  }
}

function readOf(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
