// Worlds and their branches.
import type { GroundRow } from '../../core/contract/worlds.ts'
import { findDomain } from '../../core/domains/index.ts'
import { withOpening } from '../../core/domains/talk.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { Folder } from '../../core/tree/folder.ts'
import { isGrounded } from '../../core/tree/ground.ts'
import { canonical } from '../../core/tree/history.ts'
import {
  type Branch,
  type FictionChoice,
  type NewSetup,
  type ReadySetup,
  Sampling,
  type Setup
} from '../../core/tree/model.ts'
import { answeredBy } from '../../core/tree/origin.ts'
import type { Ground } from '../../core/tree/ports.ts'
import type { ProgramChoice } from '../../core/tree/program.ts'
import type { SearchPolicy } from '../../core/tree/search.ts'
import type { UserUse } from '../../core/tree/user.ts'
import { programUse } from '../grounds/programs/use.ts'
import type { WorldPrograms } from '../grounds/programs/world-programs.ts'
import { withInitialState } from '../library/scenarios.ts'
import { guarded } from './guarded.ts'
import { checked, createWorld, usualGrounding } from './new-world.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function worldHandlers(parts: HostParts) {
  return { calls: { ...sessionCalls(parts), ...branchCalls(parts), ...groundCalls(parts) } } satisfies Topic
}

/** A copied folder is of use only where a machine has it. @throws OrreryError invalid-input, not-found */
function checkFolder(setup: Setup, folder: Folder, { grounds, folders }: HostParts): void {
  if (!isGrounded(setup) || !grounds.of(setup)?.copies) {
    throw new OrreryError(
      'invalid-input',
      `The folder "${folder.name}" can be copied only into a search world, or a terminal or code world on a computer that has the machine's image, whose grounding is "grounded" or "executed". Change the grounding, or leave the folder out.`
    )
  }
  if (!folders.has(folder.id)) folders.read(folder)
}

type Started = Omit<Setup, 'sampling'> & Pick<ReadySetup, 'sampling'>

/** The setup of a new world with what it does not say: the initial state, and who answers. @throws OrreryError not-found */
export async function startedWith(parts: HostParts, setup: NewSetup): Promise<Started> {
  const { scenarios, grounds, fictions } = parts
  // A program says itself what its world begins with.
  const whole = setup.program ? { initialState: '', ...setup } : setup
  const { fiction, program, ...rest } = withInitialState(await withRecorded(parts, whole), scenarios)
  const used = { ...(fiction && { fiction: fictions.use(fiction) }), ...(program && { program: programUse(program) }) }
  const asked = guarded({ ...rest, ...used }, parts)
  const ground = program && grounds.of({ ...asked, sampling: Sampling.parse({}) })
  const begun = { ...asked, ...(await ground?.begin?.({ ...asked, sampling: Sampling.parse({}) })) }
  const started = { ...begun, initialState: withOpening(begun) }
  const rules = { ...started, sampling: Sampling.parse({}) }
  const grounding = started.grounding ?? usualGrounding(rules, grounds)
  if (started.folder) checkFolder({ ...rules, ...(grounding && { grounding }) }, started.folder, parts)
  return { ...started, ...(grounding && { grounding }) }
}

/** The setup with the initial state and the tools of its recording, where it has none of its own: the recorded answers belong to these. */
async function withRecorded({ recordings }: HostParts, setup: NewSetup): Promise<NewSetup> {
  if (!setup.recording || (setup.initialState && setup.tools.length)) return setup
  const recorded = (await recordings.tree(setup.recording)).branches[0]?.setup
  if (recorded?.domain !== setup.domain) return setup
  const { initialState, tools } = recorded
  return { ...setup, ...(!setup.initialState && { initialState }), ...(!setup.tools.length && { tools }) }
}

const versionsOf = (store: HostParts['store'], session: string): Set<string> =>
  new Set(store.branches(session).flatMap(({ setup }) => setup.fiction?.hash ?? []))

const foldersOf = (store: HostParts['store'], session: string): Set<string> =>
  new Set(store.branches(session).flatMap(({ setup }) => setup.folder?.id ?? []))

/** Removes the copies of folders that no world has. */
function dropUnused({ store, folders }: HostParts, ids: string[]): void {
  const used = new Set(ids.length ? store.sessions().flatMap(({ id }) => [...foldersOf(store, id)]) : [])
  for (const id of ids) if (!used.has(id)) folders.remove(id)
}

function sessionCalls(parts: HostParts) {
  const { store, clock, models, answering, fictions, others } = parts
  return {
    'worlds.list': () => {
      const rules = store.answerers()
      return store.sessions().map((one) => ({ ...one, answers: answeredBy(rules.get(one.id) ?? { recording: null }) }))
    },
    'worlds.create': async ({ title, setup }) => {
      await answering.settled()
      const file = answering.file()
      const { title: kind } = findDomain(setup.domain)
      const decided = setup.sampling ?? (file && models.settings(file.id).sampling)
      const sampling = decided ?? file?.published ?? Sampling.parse({})
      try {
        const started = await startedWith(parts, setup)
        return createWorld(parts, { title: title ?? `${kind} world`, setup: { ...started, sampling } })
      } catch (error) {
        if (setup.folder) dropUnused(parts, [setup.folder.id])
        throw error
      }
    },
    'worlds.open': ({ session }) => ({
      session: store.session(session),
      branches: store.branches(session),
      drafts: store.drafts(session)
    }),
    'worlds.version': ({ session }) => {
      try {
        return store.standing(session).version
      } catch (error) {
        // Whoever asks has it open: that it was deleted is an answer.
        if (toWire(error).code === 'not-found') return null
        throw error
      }
    },
    'worlds.here': ({ window, session }) => {
      const id = `window-${window}`
      others.say(id, session === null ? null : { session, kind: 'window', name: '' })
      return { list: store.listed(), others: others.but(id) }
    },
    'worlds.update': ({ session, ...change }) => store.updateSession(session, { ...change, updatedAt: clock.now() }),
    'worlds.delete': async ({ session }) => {
      if (store.branches(session).some(({ id }) => answering.inFlight.has(id))) {
        throw new OrreryError('busy', 'A step is still running in this world. Cancel it before deleting the world.')
      }
      // A person's step holds its world; an agent's ends with it.
      const [elsewhere] = store
        .drafts(session)
        .flatMap(({ runner, agent }) => (runner && !runner.own && agent === undefined ? [runner] : []))
      if (elsewhere) {
        throw new OrreryError(
          'busy',
          `Another Orrery (process ${elsewhere.process}) is still running a step in this world. Wait for it, or cancel it there, before deleting the world.`
        )
      }
      const held = foldersOf(store, session)
      const versions = versionsOf(store, session)
      await store.deleteSession(session)
      dropUnused(parts, [...held])
      const used = new Set(versions.size ? store.sessions().flatMap(({ id }) => [...versionsOf(store, id)]) : [])
      for (const hash of versions) if (!used.has(hash)) fictions.forget(hash)
      return null
    }
  } satisfies Topic['calls']
}

function branchCalls({ store, clock, names, packs, fictions, folders, programs }: HostParts) {
  return {
    'worlds.fork': async ({ session, branch, at, title, setup: { fiction, program, user, search, ...rest } }) => {
      const from = store.branch(branch)
      const known = at === null || store.stepIds(session).includes(at)
      if (from.session !== session || !known) {
        throw new OrreryError('not-found', 'That branch or step is not in this world. Open the world again.')
      }
      const changed = { ...withUser(withProgram(withFiction(from.setup, fiction, fictions), program), user), ...rest }
      const rules = checked(
        { ...guarded(withSearch(changed, search), { fictions, folders }), domain: from.setup.domain },
        packs
      )
      const made: Branch = {
        id: names.next(),
        session,
        title: title ?? `branch ${store.branches(session).length + 1}`,
        tip: at,
        fork: at,
        setup: await begun(rules, from.setup, programs),
        createdAt: clock.now()
      }
      await store.createBranch(made)
      return made
    },
    'worlds.renameBranch': ({ branch, title }) => store.renameBranch(branch, title)
  } satisfies Topic['calls']
}

/** The setup with another fiction; `null` takes it away, and without a word it stays. */
function withFiction(
  setup: Setup,
  fiction: FictionChoice | null | undefined,
  fictions: Pick<HostParts['fictions'], 'use'>
): Setup {
  if (fiction === undefined) return setup
  const { fiction: _before, ...rest } = setup
  return fiction === null ? rest : { ...rest, fiction: fictions.use(fiction) }
}

/** The setup with another program; `null` takes it away, and without a word it stays. */
function withProgram(setup: Setup, program: ProgramChoice | null | undefined): Setup {
  if (program === undefined) return setup
  const { program: _before, ...rest } = setup
  return program === null ? rest : { ...rest, program: programUse(program) }
}

/** The setup with another policy of searching; `null` takes it away, and without a word it stays. */
function withSearch(setup: Setup, search: SearchPolicy | null | undefined): Setup {
  if (search === undefined) return setup
  const { search: _before, ...rest } = setup
  return search === null ? rest : { ...rest, search }
}

/** The setup with another user; `null` takes them away, and without a word they stay. */
function withUser(setup: Setup, user: UserUse | null | undefined): Setup {
  if (user === undefined) return setup
  const { user: _before, ...rest } = setup
  return user === null ? rest : { ...rest, user }
}

/**
 * The setup once its program was begun where that is another one than before: what is wrong with it is said now, and not in the next step. Where
 * the world's tools are those of the program before, they become those of this one.
 * @throws OrreryError as `Running.init`
 */
async function begun(setup: Setup, before: Setup, programs: WorldPrograms): Promise<Setup> {
  const { program, tools, domain } = setup
  if (!program || program.hash === before.program?.hash) return setup
  const { actions } = await programs.of(program).init(String(setup.seed))
  if (findDomain(domain).door !== 'tools' || !before.program || !tools.length || !actions.tools) return setup
  // One that does not begin offered none.
  const earlier = await programs
    .of(before.program)
    .init(String(before.seed))
    .catch(() => null)
  const same = canonical(earlier?.actions.tools ?? null) === canonical(tools)
  return same ? { ...setup, tools: actions.tools } : setup
}

/** What is wrong with a program is told where it is chosen. */
async function beginOf(ground: Ground, setup: Setup): Promise<GroundRow['begins']> {
  try {
    return (await ground.begin?.(setup)) ?? null
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    return null
  }
}

function groundCalls({ grounds, folders }: HostParts) {
  return {
    'worlds.ground': async ({ setup }) => {
      const ground = grounds.of(setup)
      if (!ground) return null
      const { id, title, copies = false } = ground
      const usual = usualGrounding(setup, grounds) ?? 'model'
      const initial = ground.initial?.(setup) ?? []
      const begins = setup.program ? await beginOf(ground, setup) : null
      return { id, title, copies, usual, initial, notReproduced: ground.notReproduced?.(setup) ?? [], begins }
    },
    'worlds.keepFolder': (copy) => folders.keep(copy)
  } satisfies Topic['calls']
}
