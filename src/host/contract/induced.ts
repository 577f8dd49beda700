// A scenario whose instruction is written from what was done in a world, by rule or worded by the model in use.
import { controlsOf, induced, inductionQuestion, unsolved, written } from '../../core/control/induce.ts'
import { scenarioOfWorld } from '../../core/control/of-world.ts'
import { OrreryError } from '../../core/errors.ts'
import { askFor } from '../engines/ask.ts'
import type { HostParts } from './parts.ts'

type World = Parameters<typeof scenarioOfWorld>[0]

/** @throws OrreryError invalid-input for a world without steps; no-model; as an answer of the model */
export async function inducedScenario(
  { answering, names }: Pick<HostParts, 'answering' | 'names'>,
  world: World,
  by: 'template' | 'model'
) {
  const { branch, chain } = world
  const walk = { setup: branch.setup, chain }
  if (!chain.length)
    throw new OrreryError('invalid-input', 'This world has no steps to write an instruction from. Act in it first.')
  const made = by === 'template' ? induced(walk) : await worded()
  const broken = unsolved(walk, controlsOf(walk))
  if (broken !== null) throw new OrreryError('internal', `The controls do not leave the walk possible: ${broken}.`)
  const { setup, turns: _, ...scenario } = await scenarioOfWorld(world)
  const {
    grounding: _g,
    recording: _r,
    program: _p,
    check: _c,
    perturbations: _f,
    ...rules
  } = setup as Record<string, unknown>
  const instruction = [branch.setup.instruction.trim(), made.end].filter(Boolean).join('\n')
  const { tools } = branch.setup
  return {
    scenario: {
      ...scenario,
      setup: {
        ...rules,
        ...{ grounding: 'model', initialState: made.state, hidden: made.summary, instruction },
        ...(tools.length > 0 && { tools })
      },
      turns: made.turns
    },
    parts: made.parts
  }

  async function worded() {
    const engine = await answering.engine()
    if (engine.absent) throw engine.absent
    const owner = `induce ${names.next()}`
    answering.inFlight.add(owner)
    try {
      const { signal } = new AbortController()
      const plain = induced(walk)
      const said = await askFor(engine, inductionQuestion(walk, plain, branch.setup.seed), { owner, signal })
      return written(walk, plain, said)
    } finally {
      answering.inFlight.delete(owner)
    }
  }
}
