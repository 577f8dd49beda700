// A program and a machine in one world: each answers its own tools, and both have one tree of files. Before the machine is asked, it is brought
// what the program changed; after it, the program takes in what the machine changed. So the tree is a part of the program's state.
import { findDomain, machineDomain } from '../../../core/domains/index.ts'
import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { OrreryError } from '../../../core/errors.ts'
import { type FilesView, filesView } from '../../../core/grounds/programs/program.ts'
import { inPlaces } from '../../../core/grounds/user/talk.ts'
import { parseJson } from '../../../core/text/json.ts'
import { createRecent } from '../../../core/text/recent.ts'
import type { Route } from '../../../core/tree/ground.ts'
import type { Setup, Tool } from '../../../core/tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, TurnOptions } from '../../../core/tree/ports.ts'
import { changesSince, effectsOf, sharable, sumsOf } from '../emulator/shared-files.ts'
import { createStandings, GROUND } from './standing.ts'
import { hasTerminal } from './terminal.ts'
import { programOf } from './use.ts'
import type { WorldPrograms } from './world-programs.ts'

type Past = Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>

/** @param program answers where the machine does not. `null` of the machine: its tools are refused, with the reason */
export function besideMachine(program: Ground, machine: Ground | null, programs: WorldPrograms): Ground {
  const standingOf = createStandings(programs)
  // Whether a program has a machine beside it, by its hash: it has one from its first state on or never.
  const known = createRecent<boolean>(64)
  // Whether its calls may need a machine, terminals of desktops included.
  const pooled = createRecent<boolean>(64)

  async function standingAt({ setup, chain, callOf }: Past, signal?: AbortSignal) {
    const use = programOf(setup)
    if (!use || findDomain(setup.domain).door !== 'tools' || known.get(use.hash) === false) return null
    const asked = { setup, chain, callOf, action: null, instruction: '' }
    const { standing, keep } = await standingOf(setup).after(asked, use, signal)
    const running = programs.of(use)
    const { view } = await running.look(standing.state, 'files', signal)
    known.set(use.hash, view !== undefined)
    return view === undefined ? null : { view: filesView(view), use, standing, keep, running }
  }

  /** The machine's part in what is asked; `null` where the program has it all. */
  async function partIn(asked: GroundAsked, signal?: AbortSignal) {
    const at = await standingAt(asked, signal)
    if (!at) return null
    const { name, door } = toolCallOf(asked.action)
    const { tools = [] } = (await at.running.look(at.standing.state, 'tools', signal)).actions
    const isOwn = tools.some((one) => one.name === name)
    if (door || isOwn || !machineTools(asked.setup, at.view).some((one) => one.name === name)) return null
    return { ...at, ...(await machinesOf(asked, at.view, signal)) }
  }

  /** What is asked as the machine sees it: its own turns, and the files as they are now. */
  async function machinesOf<Asked extends Past>(asked: Asked, { home, about, files }: FilesView, signal?: AbortSignal) {
    if (!machine) throw new OrreryError('engine-failed', NO_MACHINE)
    const places = asked.chain.flatMap(({ id }, at) =>
      asked.callOf(id)?.grounded?.ground === machine.id ? [at + 1] : []
    )
    const before = places.length ? asked.chain.slice(0, places.at(-1)) : []
    const had = places.length ? await standingAt({ ...asked, chain: before }, signal) : null
    const brought = changesSince(sumsOf(sharable(had?.view.files ?? {})), sharable(files))
    const shares = { home, files: sharable(files), brought: effectsOf(home, brought) }
    const chain = asked.chain.filter((_, at) => places.includes(at + 1))
    return { machine, places, asked: { ...asked, setup: machineSetup(asked.setup, { home, about }), chain, shares } }
  }

  async function turn(given: GroundAsked, options: TurnOptions): Promise<GroundAnswer> {
    const part = await partIn(given, options.signal)
    if (!part) return program.turn(given, options)
    const { standing, running } = part
    const number = given.chain.length + 1
    const tools = machineTools(given.setup, part.view)
    const misfit = findDomain(given.setup.domain).tools?.certain(given.action, { ...given.setup, tools }) ?? null
    if (misfit !== null) {
      const { hash } = part.use
      return {
        ...{ text: misfit, by: { name: GROUND, hash }, result: { isError: true } },
        grounded: { ...{ ground: GROUND, hash, ...MISFIT, origin: 'executed', dreams: [] }, ...overOf(standing.over) },
        keep: async (step) => part.keep(step, { ...standing, turns: number })
      }
    }
    const { files = {}, ...answer } = await part.machine.turn(part.asked, options)
    const grounded = inPlaces(answer.grounded, part.places, number)
    const over = standing.over ?? grounded.over ?? null
    const isChanged = Object.keys(files).length > 0
    const taken = isChanged
      ? await running.step(standing.state, { door: 'files', changed: files }, options.signal)
      : { state: standing.state, changes: [] }
    return {
      ...answer,
      grounded: {
        ...grounded,
        ...overOf(over),
        ...(grounded.uncertain && { uncertain: inTurn(grounded.uncertain, given, number) }),
        ...(taken.changes.length > 0 && { changes: taken.changes }),
        ...(isChanged && { found: files })
      },
      async keep(step) {
        await answer.keep(step)
        part.keep(step, {
          ...{ state: taken.state, turns: number, over, kept: standing.kept },
          ...('actions' in taken && { actions: taken.actions })
        })
      }
    }
  }

  const { begin } = program
  return {
    ...program,
    ...(begin && {
      async begin(setup) {
        const begun = await begin(setup)
        const at = setup.tools.length ? null : await standingAt({ setup, chain: [], callOf: () => null })
        const own = new Set(begun.tools.map(({ name }) => name))
        return at
          ? { ...begun, tools: [...begun.tools, ...machineTools(setup, at.view).filter(({ name }) => !own.has(name))] }
          : begun
      }
    }),
    async route(asked): Promise<Route> {
      const part = await partIn(asked)
      return part ? part.machine.route(part.asked) : program.route(asked)
    },
    turn,
    async pooled(setup) {
      const use = programOf(setup)
      const found = use && pooled.get(use.hash)
      if (!use || found !== undefined) return found ?? false
      const running = programs.of(use)
      const { state } = await running.init(String(setup.seed))
      const isTools = findDomain(setup.domain).door === 'tools'
      const { view } = await running.look(state, isTools ? 'files' : 'desktop')
      return pooled.set(use.hash, isTools ? view !== undefined : hasTerminal(view))
    },
    async file(asked, path) {
      const at = await standingAt(asked)
      if (!at) return null
      const own = path.startsWith(`${at.view.home}/`) ? at.view.files[path.slice(at.view.home.length + 1)] : undefined
      if (own !== undefined) return own
      const part = await machinesOf(asked, at.view)
      return part.machine.file?.(part.asked, path) ?? null
    }
  }
}

const overOf = (over: number | null) => (over === null ? {} : { over })

const MISFIT = { rule: 'misfit', why: 'The call does not fit the tools of the machine.' }

const NO_MACHINE =
  'The program of this world has a machine beside it, and the image of the machine is not here. `orrery machine --help` says how it comes back.'

/** The tools of a machine, told for the folder that is shared. */
function machineTools(setup: Setup, view: FilesView): Tool[] {
  const all = machineDomain().tools?.of(machineSetup(setup, view)) ?? []
  const named = view.tools ?? all.map(({ name }) => name)
  const told = JSON.stringify(all.filter(({ name }) => named.includes(name)))
    .replaceAll('the root of the repository', view.home)
    .replaceAll('the root when left out', `${view.home} when left out`)
  // `as`: only words of descriptions were replaced.
  return parseJson(told) as Tool[]
}

function machineSetup({ user: _, ...setup }: Setup, { home, about }: Pick<FilesView, 'home' | 'about'>): Setup {
  return { ...setup, domain: machineDomain().id, tools: [], initialState: `Working directory: ${home}\n\n${about}` }
}

/** The turn as the world counts it; what an earlier turn said stays. */
function inTurn(uncertain: string, { chain, callOf }: Past, number: number): string {
  const said = chain.some(({ id }) => callOf(id)?.grounded?.uncertain === uncertain)
  return said ? uncertain : uncertain.replace(/^In turn \d{1,9} /, `In turn ${number} `)
}
