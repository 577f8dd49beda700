// Programs of worlds, seen and tried: nothing here takes a step.
import { setImmediate } from 'node:timers/promises'
import type { CallOutput, StreamEvent } from '../../core/contract/index.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { type PddlGame, readGame } from '../../core/grounds/programs/pddl/game.ts'
import { planFrom } from '../../core/grounds/programs/pddl/play.ts'
import { withoutTalk } from '../../core/grounds/user/talk.ts'
import { isObject, parseJson } from '../../core/text/json.ts'
import { callOn } from '../../core/tree/calls.ts'
import type { Branch, Setup, StepId } from '../../core/tree/model.ts'
import type { Json } from '../../core/tree/ports.ts'
import type { ProgramUse } from '../../core/tree/program.ts'
import { writeYaml } from '../domains/tools/yaml.ts'
import { raceAbort } from '../engine-process/wait.ts'
import { NOT_BY_PROGRAM, testOf } from '../grounds/programs/keeping.ts'
import { playOne, playTest, replay } from '../grounds/programs/playing.ts'
import { createStandings } from '../grounds/programs/standing.ts'
import { proposedRule } from '../grounds/programs/taking.ts'
import { traced } from '../grounds/programs/tracing.ts'
import { programOf, programUse } from '../grounds/programs/use.ts'
import { dataFaults } from '../library/program-file.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

// For so long a search holds whoever else asks.
const PIECE_MS = 30
// What a window draws and searches without being felt.
const MOST_SHOWN = 2_000_000

export function programHandlers({
  store,
  programs,
  grounds,
  answering
}: Pick<HostParts, 'store' | 'programs' | 'grounds' | 'answering'>) {
  const standingOf = createStandings(programs)
  const { signal: never } = new AbortController()

  /** Where the program of a branch stands at a step. `null`: it has none. */
  async function standingAt(branch: Branch, at: StepId | null) {
    const program = programOf(branch.setup)
    if (!program) return null
    const { asked } = withoutTalk({ setup: branch.setup, chain: store.chain(at), callOf: callOn(store, branch) })
    const { standing } = await standingOf(branch.setup).after(
      { ...asked, action: null, instruction: '' },
      program,
      undefined
    )
    return { program, asked, ...standing }
  }

  return {
    calls: {
      async 'programs.read'(read) {
        const problems = dataFaults(read).map(({ at, ...rest }) => ({ ...at, ...rest }))
        if (problems.length || !read.text) return { program: null, problems }
        const program = programUse({ version: 1, ...read })
        const problem = await brokenAt(program)
        return problem ? { program: null, problems: [problem] } : { program, problems }
      },
      async 'programs.state'({ branch: id, at }) {
        const branch = store.branch(id)
        const ground = grounds.of(branch.setup)
        const { title = 'Program' } = ground ?? {}
        const standing = await standingAt(branch, at)
        if (standing) {
          const program = branch.setup.program ? standing.program : asYaml(standing.program)
          return { program, title, ...shown({ stated: {}, state: standing.state.value() }) }
        }
        const inside = await ground?.inside?.({
          setup: branch.setup,
          chain: store.chain(at),
          callOf: callOn(store, branch)
        })
        return inside ? { program: null, title, ...shown(inside) } : null
      },
      async 'programs.try'({ branch: id, at, program: choice, action: line }) {
        const branch = store.branch(id)
        // Whoever tries a program may do what the user can do.
        const { user: _, ...rest } = branch.setup
        const setup = { ...rest, program: programUse(choice) }
        const standing = await standingAt(branch.setup.program ? branch : { ...branch, setup }, at)
        if (!standing) throw noProgram()
        const answers = new Map([...standing.kept].map(([of, text]): [string, Json] => [of, parseJson(text)]))
        try {
          const { text, changes } = await playOne(programs, setup, { state: standing.state, line, answers }, never)
          return { shown: text, changes }
        } catch (error) {
          if (!(error instanceof OrreryError)) throw error
          return { shown: null, changes: [], problem: error.message }
        }
      },
      async 'programs.trace'({ branch: id, at, probes }) {
        const branch = store.branch(id)
        const program = programOf(branch.setup)
        if (!program) throw noProgram()
        const { asked } = withoutTalk({ setup: branch.setup, chain: store.chain(at), callOf: callOn(store, branch) })
        const { chain } = asked
        const history = {
          ...{ ...asked, setup: { ...asked.setup, program }, domain: findDomain(branch.setup.domain) },
          ...(!branch.setup.program && { shown: asYaml(program) }),
          async stateBefore(turn: number) {
            const before = { ...asked, chain: chain.slice(0, turn), action: null, instruction: '' }
            return (await standingOf(branch.setup).after(before, program, undefined)).standing.state
          }
        }
        const use = probes && programUse({ ...probes, language: 'javascript', version: 1 })
        return traced(programs, history, use, never)
      },
      async 'programs.testOf'({ branch: id, at }) {
        const branch = store.branch(id)
        const standing = await standingAt(branch, at)
        if (!standing) throw noProgram()
        const last = standing.asked.chain.at(-1)?.id ?? null
        if (last !== at) throw new OrreryError('invalid-input', NOT_BY_PROGRAM)
        return testOf(standing.asked.setup, standing.asked, standing.state.value())
      }
    },
    streams: {
      async *'programs.plan'({ branch: id, at }, { signal }) {
        const standing = await standingAt(store.branch(id), at)
        const game = standing?.program.language === 'pddl' ? readGame(standing.program).game : null
        if (!standing || !game)
          throw new OrreryError('invalid-input', 'Only a world whose program is in PDDL is planned.')
        yield* planned(game, standing.state.value(), signal)
      },
      async *'programs.rule'({ branch: id, at, by }, { signal }) {
        const branch = store.branch(id)
        const { asked } = withoutTalk({
          setup: withProgram(branch.setup),
          chain: store.chain(at),
          callOf: callOn(store, branch)
        })
        const taking = { programs, ...asked, setup: withProgram(asked.setup) }
        const engine = by === 'model' ? await raceAbort(answering.engine(), signal) : null
        yield await proposedRule(taking, engine && !engine.absent ? engine : null, signal)
      },
      async *'programs.preview'({ branch: id, at, program: choice }, { signal }) {
        const branch = store.branch(id)
        const all = store.chain(at)
        const { asked, places } = withoutTalk({ setup: branch.setup, chain: all, callOf: callOn(store, branch) })
        const setup = { ...asked.setup, program: programUse(choice) }
        const total = all.length
        const { label } = findDomain(setup.domain)
        for await (const { turn: played, difference } of replay(programs, setup, asked, signal)) {
          const turn = places?.[played - 1] ?? played
          if (difference) {
            const told = { ...difference, turn, label: label(all[turn - 1]?.action ?? null) }
            yield { type: 'done', total, difference: told }
            return
          }
          yield { type: 'progress', done: turn, total }
        }
        yield { type: 'done', total, difference: null }
      },
      async *'programs.test'({ setup }, { signal }) {
        const world = withProgram(setup)
        for (const [index, test] of (world.program.tests ?? []).entries()) {
          const { name } = test
          try {
            const differences = await playTest(programs, world, test, signal)
            yield { index, name, passed: differences.length === 0, differences }
          } catch (error) {
            if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
            yield { index, name, passed: false, differences: [], problem: error.message }
          }
        }
      }
    }
  } satisfies Topic

  /** What is wrong with code or a story that does not begin; the line is in what the sandbox says. */
  async function brokenAt(program: ProgramUse): Promise<ProgramFault | null> {
    try {
      await programs.of(program).init('0')
      return null
    } catch (error) {
      if (!(error instanceof OrreryError)) throw error
      const [, line = 1, file] = /, line (\d{1,9})(?: of (\S+))?: /.exec(error.message) ?? []
      return { line: Number(line), column: 1, reason: error.message, ...(file !== undefined && { file }) }
    }
  }
}

async function* planned(
  game: PddlGame,
  state: Json,
  signal: AbortSignal
): AsyncGenerator<StreamEvent<'programs.plan'>> {
  const work = planFrom(game, state)
  for (let told = Date.now(); ; ) {
    const next = work.next()
    if (next.done) {
      yield { type: 'done', ...next.value }
      return
    }
    if (Date.now() - told < PIECE_MS) continue
    yield { type: 'progress', states: next.value }
    await setImmediate()
    signal.throwIfAborted()
    told = Date.now()
  }
}

/** @throws OrreryError invalid-input for a world without a program */
function withProgram(setup: Setup): Setup & { program: ProgramUse } {
  const { program } = setup
  if (program) return { ...setup, program: programUse(program) }
  throw noProgram()
}

type ProgramFault = CallOutput<'programs.read'>['problems'][number]

const noProgram = () =>
  new OrreryError('invalid-input', 'This world has no program, and so no tests of one. Give it a program first.')

/** The data that an initial state was read into, as a person would write it. */
const asYaml = ({ language, version, text }: ProgramUse): ProgramUse =>
  programUse({ language, version, text: writeYaml(parseJson(text)) })

type Parts = Record<string, Json>

/** What a world states and keeps, as many parts as can be shown; the smallest first where they are large. */
function shown({ stated, state }: { stated: Parts; state: Json }): {
  stated: Parts
  state: Parts
  leftOut: Record<string, number>
} {
  const kept = isObject(state) ? (state as Parts) : {}
  const sizes = [...Object.entries(stated), ...Object.entries(kept)].map(([name, value]) => ({
    name,
    size: JSON.stringify(value).length
  }))
  let left = MOST_SHOWN
  const leftOut: Record<string, number> = {}
  for (const { name, size } of sizes.toSorted((a, b) => a.size - b.size)) {
    left -= size
    if (left < 0) leftOut[name] = size
  }
  const rest = (parts: Parts): Parts =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => leftOut[name] === undefined))
  return { stated: rest(stated), state: rest(kept), leftOut }
}
