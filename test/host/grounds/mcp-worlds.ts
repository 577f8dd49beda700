// Worlds of MCP's reference servers, acted in as core does, and what is recorded of the servers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeStep } from '../../../src/core/tree/history.ts'
import { Call, Setup, type Step } from '../../../src/core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked } from '../../../src/core/tree/ports.ts'
import { turnOptions } from '../../core/turn-options.ts'
import type { Recorded } from '../../grounds/mcp/sessions.ts'
import { must } from '../../must.ts'

const folder = join(import.meta.dirname, '..', '..', 'grounds', 'mcp')
export const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ name: file, recorded: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded }))

/** A world that goes on step by step, as core lets it. */
export const playing =
  (ground: Ground) =>
  (setup: Setup, { dream = () => 'none' }: { dream?: (action: Step['action']) => string } = {}) => {
    const calls = new Map<string, Call>()
    let chain: Step[] = []
    async function commit(
      action: Step['action'],
      text: string,
      grounded?: GroundAnswer['grounded'],
      engine = ground.id
    ) {
      const step = await makeStep(chain.at(-1)?.id ?? null, action, { text })
      chain = [...chain, step]
      const made = { prompt: 0, cached: 0, generated: 0 }
      calls.set(
        step.id,
        Call.parse({
          ...{
            id: step.id,
            step: step.id,
            session: 's',
            branch: 'b',
            engine,
            model: { name: 'none', hash: null },
            seed: 0
          },
          ...{ setup, template: 'standard', instruction: '', firings: [], raw: '', thinking: '', warnings: [] },
          ...{ tokens: made, ms: { first: 0, total: 0 }, createdAt: 0, ...(grounded && { grounded }) }
        })
      )
    }
    const askedFor = (action: Step['action'], instruction = ''): GroundAsked => ({
      ...{ setup, chain, action, instruction },
      callOf: (id) => calls.get(id) ?? null
    })
    const answer = (action: Step['action'], { signal = new AbortController().signal, instruction = '' } = {}) =>
      ground.turn(
        askedFor(action, instruction),
        turnOptions((question) => dream(question.action), { signal })
      )
    async function take(action: Step['action'], options?: Parameters<typeof answer>[1]) {
      const made = await answer(action, options)
      await commit(action, made.text, made.grounded)
      await made.keep(must(chain.at(-1)).id)
      return made
    }
    return {
      commit,
      answer,
      take,
      route: (action: Step['action']) => ground.route(askedFor(action)),
      act: (name: string, given: Record<string, Step['action']> = {}, options?: Parameters<typeof answer>[1]) =>
        take({ name, arguments: given }, options),
      rewind: (turns: number) => {
        chain = chain.slice(0, turns)
      },
      texts: () => chain.map(({ observation }) => observation.text)
    }
  }

export function setupOf({ initialState, tools }: Pick<Recorded, 'initialState' | 'tools'>, more = {}): Setup {
  return Setup.parse({ domain: 'mcp', grounding: 'grounded', initialState, tools, ...more })
}

export function recording(name: string): Recorded {
  const found = recorded.find((one) => one.name === `${name}.json`)
  if (!found) throw new Error(`There is no recording ${name}.`)
  return found.recorded
}
