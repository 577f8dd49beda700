// The ground of worlds that come with a program: it computes what it handles, and the model is asked for the rest.

import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { misfit } from '../../../core/domains/tools/schema.ts'
import { OrreryError } from '../../../core/errors.ts'
import { HTTP_FORM } from '../../../core/grounds/programs/bodies.ts'
import { answerOf, eventOf, sceneOf } from '../../../core/grounds/programs/event.ts'
import type { ProgramActions, ProgramDoor } from '../../../core/grounds/programs/program.ts'
import { parseJson } from '../../../core/text/json.ts'
import type { Grounded, ModelAnswer } from '../../../core/tree/ground.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, Json } from '../../../core/tree/ports.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { seenIn } from './browsing.ts'
import { compute, type ProgramAsk, refusedBy } from './computing.ts'
import type { RunningState, Stepping } from './running.ts'
import { hasShell } from './shells.ts'
import { ASK, createStandings, GROUND, type ProgramState } from './standing.ts'
import { programOf } from './use.ts'
import { createWorldPrograms, type WorldPrograms } from './world-programs.ts'

// What a model is shown of the state, in characters.
const MOST_SHOWN = 6000

export function programsGround({ programs = createWorldPrograms() }: { programs?: WorldPrograms } = {}): Ground {
  const standingOf = createStandings(programs)
  const runningOf = (program: ProgramUse, { domain, initialState }: Setup) =>
    seenIn(findDomain(domain), programs, program, initialState)

  const instructed = ({ setup, instruction }: GroundAsked) =>
    [setup.instruction, instruction].some((text) => text.trim())

  return {
    id: GROUND,
    title: 'Program',
    validates: true,
    serves: (setup) => findDomain(setup.domain).door !== undefined && programOf(setup) !== null,
    usual: () => true,
    async begin(setup) {
      const { program, door } = doorOf(setup)
      const running = runningOf(program, setup)
      const { state } = await running.init(String(setup.seed))
      const { actions, view } = await running.look(state, door)
      const seen =
        door === 'text'
          ? sceneOf({ answer: view ?? '' }, actions)
          : hasShell(findDomain(setup.domain))
            ? String(view)
            : ''
      return {
        tools: setup.tools.length || door !== 'tools' ? setup.tools : (actions.tools ?? []),
        initialState: setup.initialState || seen
      }
    },
    async route(asked) {
      if (instructed(asked)) return { by: 'model', ...INSTRUCTED }
      const { program, door, domain } = doorOf(asked.setup)
      const running = runningOf(program, asked.setup)
      const { standing } = await standingOf(asked.setup).after(asked, program, undefined)
      const actions = standing.actions ?? (await running.look(standing.state, door)).actions
      if (refusedBy(domain, asked, actions) !== null) return { by: 'ground', ...MISFIT }
      const { step } = await running.step(standing.state, eventOf(door, asked.action))
      return step ? { by: 'ground', ...(step.ask ? ASKED : HANDLED) } : { by: 'model', ...LEFT }
    },
    async turn(asked, { signal, askModel }) {
      const { program, door, domain } = doorOf(asked.setup)
      const running = runningOf(program, asked.setup)
      const { standing, keep } = await standingOf(asked.setup).after(asked, program, signal)
      const turn = standing.turns + 1
      const event = eventOf(door, asked.action)
      const dreams: ModelAnswer[] = []

      const answer = (
        { text, result }: Pick<GroundAnswer, 'text' | 'result'>,
        { rule, why }: Pick<Grounded, 'rule' | 'why'>,
        next: Pick<Stepping, 'state' | 'changes'> & { actions?: ProgramActions }
      ): GroundAnswer => {
        const origin = dreams.length ? 'predicted' : 'executed'
        const over = standing.over ?? (dreams.length ? turn : null)
        const said = dreams.filter(({ rule: by }) => by === ASK).map((one): [string, string] => [one.of, one.text])
        const after: ProgramState = {
          ...{ state: next.state, turns: turn, over },
          ...(next.actions && { actions: next.actions }),
          kept: said.length ? new Map([...standing.kept, ...said]) : standing.kept
        }
        return {
          text,
          by: { name: GROUND, hash: program.hash },
          ...(result && { result }),
          grounded: {
            ...{ ground: GROUND, hash: program.hash, rule, why, origin, dreams },
            ...(next.changes.length > 0 && { changes: next.changes }),
            ...(over !== null && { over })
          },
          keep: async (step) => keep(step, after)
        }
      }
      const unchanged = { state: standing.state, changes: [], ...(standing.actions && { actions: standing.actions }) }

      const stepping = instructed(asked) ? null : await computed()
      if (stepping && 'refused' in stepping) {
        return answer({ text: stepping.refused, result: { isError: true } }, MISFIT, unchanged)
      }
      if (stepping?.step) {
        return answer(answerOf(event.door, stepping.step, stepping.actions), dreams.length ? ASKED : HANDLED, stepping)
      }
      const { rule, why } = stepping ? LEFT : INSTRUCTED
      const { view } = await running.look(standing.state, event.door, signal)
      const text = await askModel({ rule, action: asked.action, context: contextOf(view, standing.state, event.door) })
      dreams.push({ of: domain.label(asked.action), rule, text, effects: [] })
      return answer({ text }, { rule, why }, unchanged)

      /** What the program comes to, with all that it asks for answered. */
      async function computed(): Promise<Stepping | { refused: string }> {
        const actions = standing.actions ?? (await running.look(standing.state, door, signal)).actions
        const { setup, action } = asked
        return compute({ step: stepOf }, { domain, setup, action, state: standing.state, actions, answerTo, signal })
      }

      async function stepOf(...given: Parameters<typeof running.step>): Promise<Stepping> {
        try {
          return await running.step(...given)
        } catch (error) {
          if (!(error instanceof OrreryError) || error.code !== 'engine-failed') throw error
          const stays = turn === 1 ? 'as it began' : `as turn ${turn - 1} left it`
          throw new OrreryError('engine-failed', `${error.message} This was turn ${turn}; the state stays ${stays}.`)
        }
      }

      async function answerTo(ask: ProgramAsk): Promise<Json> {
        const whom = program.asks ?? 'model'
        const kept = whom === 'template' ? undefined : standing.kept.get(ask.about)
        if (kept !== undefined && misfit(kept, ask.schema) === null) return parseJson(kept)
        let problem = ''
        for (let tries = 0; whom === 'model' && !asked.alone && tries < 2; tries++) {
          const context = `${ask.about}\nAnswer with JSON only. It must fit this JSON schema:\n${JSON.stringify(ask.schema)}${problem && `\n${problem}`}`
          const wanted = { rule: ASK, action: asked.action, context, json: true, schema: ask.schema }
          const text = await askModel(wanted)
          problem = misfit(text, ask.schema) ?? ''
          if (problem) continue
          dreams.push({ of: ask.about, rule: ASK, text, effects: [] })
          return parseJson(text)
        }
        if (ask.template !== undefined) return ask.template
        const who = problem ? `The model’s answer does not fit. ${problem}` : 'Nobody can answer what the program asks.'
        throw new OrreryError('no-model', `${who} It asks: "${ask.about}". Give it a template, or choose a model.`)
      }
    },
    async kept({ setup, chain, callOf }) {
      const asked = { setup, chain, callOf, action: null, instruction: '' }
      return (await standingOf(setup).after(asked, doorOf(setup).program, undefined)).standing.state.value()
    },
    dispose: () => programs.dispose()
  }
}

const HANDLED = { rule: 'handled', why: 'The program of this world computes it.' }
const ASKED = { rule: ASK, why: 'The program of this world computes it, with what it asked for.' }
const MISFIT = { rule: 'misfit', why: 'The call does not fit the tools that the program offers now.' }
const LEFT = { rule: 'not-handled', why: 'The program of this world does not handle it.' }
const INSTRUCTED = { rule: 'instruction', why: 'An instruction says how the world is to behave in this turn.' }

/** @throws OrreryError engine-failed where there is none */
function doorOf(setup: Setup): { program: ProgramUse; door: NonNullable<Domain['door']>; domain: Domain } {
  const domain = findDomain(setup.domain)
  const { door } = domain
  const program = programOf(setup)
  if (!program || !door)
    throw new OrreryError('engine-failed', `This ${domain.id} world has no program that could answer.`)
  return { program, door, domain }
}

function contextOf(view: Json | undefined, state: RunningState, door: ProgramDoor): string {
  const seen =
    view === undefined ? JSON.stringify(state.value()) : typeof view === 'string' ? view : JSON.stringify(view)
  const form = door === 'http' ? `${HTTP_FORM}\n` : ''
  return `${form}What is true in this world now:\n${seen.slice(0, MOST_SHOWN)}`
}
