// Worlds as wholes: made, opened, renamed, deleted, exported, imported, and given new rules.

import type { ImportFile } from '../../core/contract/files.ts'
import type { CallInput, StreamEvent } from '../../core/contract/index.ts'
import { USUAL } from '../../core/domains/usual.ts'
import type { FictionUse } from '../../core/tree/fiction.ts'
import type { FolderCopy } from '../../core/tree/folder.ts'
import type { Session, Setup } from '../../core/tree/model.ts'
import { currentBranch, viewed } from './data.ts'
import { isNarrow, writeSettings } from './settings.ts'
import type { Kit } from './state.ts'

/** Rules that change. `fiction: null` takes it away. */
export type RulesChange = Partial<Omit<Setup, 'fiction' | 'program' | 'user' | 'search'>> & {
  fiction?: FictionUse | null
  search?: NonNullable<Setup['search']> | null
  user?: NonNullable<Setup['user']> | null
  program?: NonNullable<Setup['program']> | null
}

type ImportEvent = StreamEvent<'formats.import'>

export interface WorldActions {
  /** `copy`: the files of a folder that the world starts with. */
  createWorld(input: CallInput<'worlds.create'>, copy?: FolderCopy): Promise<boolean>
  openSample(name: string): Promise<boolean>
  open(session: string): Promise<boolean>
  /** Back to the welcome. */
  close(): void
  dismissNews(): void
  renameWorld(session: string, title: string): Promise<boolean>
  deleteSession(session: string): Promise<boolean>
  /** Imports at once when there is nothing to tell first: every file is known, every line read, nothing dropped. Else it asks. */
  importFiles(files: ImportFile[]): Promise<boolean>
  /** Imports what `importFiles` asked about. */
  keepImport(): Promise<boolean>
  /** Puts away what an import says; what it asked about is not imported. */
  dismissImport(): void
  /** Stops the import under way. What was kept before stays. */
  cancelImport(): void
  /** New rules from the step shown on, as a new branch. */
  changeRules(change: RulesChange, title?: string): Promise<boolean>
}

export function worldActions({ client, get, set, attempt }: Kit): WorldActions {
  const list = async () => set({ sessions: await client.call('worlds.list', {}) })

  const enter = async (id: string) => {
    const { session, branches, drafts } = await client.call('worlds.open', { session: id })
    const first = branches[0]
    if (!first) throw new Error(`World "${session.title}" has no branch.`)
    // The branch made last is where its person was.
    const { id: branch, setup } = branches.reduce(
      (newest, one) => (one.createdAt >= newest.createdAt ? one : newest),
      first
    )
    const opens = setup.program !== undefined
    const rows = await client.call('steps.list', { session: id, branch })
    writeSettings({ world: id })
    const fresh = { steps: [], state: {}, opens, detail: null, recorded: [], pace: null, score: null, places: [] }
    set(({ problems, sidebar }) => ({
      world: { session, branches, branch, rows, at: rows.length, drafts, ...fresh },
      instruction: '',
      playing: false,
      dialog: null,
      // Where the list covers the world, choosing one closes it.
      sidebar: sidebar && !isNarrow(),
      renaming: false,
      problems: { ...problems, rules: undefined, prompt: undefined },
      announcement: `World ${session.title}, ${rows.length} steps`
    }))
    await get().refresh()
    await client.call('steps.readAhead', { branch, at: rows.at(-1)?.id ?? null })
  }

  const opening = async (place: 'new' | 'worlds', work: () => Promise<string>) => {
    set({ opening: true })
    const done = await attempt(place, async () => {
      const session = await work()
      // The list first: the panels are laid out in the room that it leaves them.
      await list()
      await enter(session)
    })
    set({ opening: false })
    return done
  }

  let reading: AbortController | null = null
  /** What is said of the files at the end; `null` when it was cancelled. */
  const read = async (begin: (options: { signal: AbortSignal }) => AsyncIterable<ImportEvent>) => {
    reading?.abort()
    const mine = new AbortController()
    reading = mine
    try {
      for await (const event of begin({ signal: mine.signal })) {
        if (event.type === 'report') return event
        if (reading === mine) set({ importRun: event })
      }
      throw new Error('The import ended without a result.')
    } catch (error) {
      if (mine.signal.aborted) return null
      throw error
    } finally {
      if (reading === mine) {
        reading = null
        set({ importRun: null })
      }
    }
  }

  const keep = async (ticket: string) => {
    const kept = await read((options) => client.stream('formats.keep', { ticket }, options))
    if (!kept) return list()
    const { report } = kept
    set({ imported: { report, ticket: null } })
    const [first] = report.worlds
    if (first) await enter(first.id)
    await list()
  }

  const replace = (session: Session) =>
    set(({ sessions, world }) => ({
      sessions: sessions?.map((one) => (one.id === session.id ? { ...one, ...session } : one)) ?? null,
      world: world?.session.id === session.id ? { ...world, session } : world
    }))

  return {
    createWorld: (input, copy) =>
      opening('new', async () => {
        const folder = copy && (await client.call('worlds.keepFolder', copy))
        const whole = folder
          ? { ...input, setup: { ...input.setup, domain: input.setup?.domain ?? USUAL, folder } }
          : input
        return (await client.call('worlds.create', whole)).session.id
      }),
    openSample: (name) => opening('worlds', async () => (await client.call('worlds.openSample', { name })).session.id),
    open: (session) => opening('worlds', async () => session),
    close() {
      writeSettings({ world: '' })
      set({ world: null, playing: false })
    },
    dismissNews: () =>
      set(({ world, news }) => {
        const { [world?.session.id ?? '']: _gone, ...rest } = news
        return { news: rest }
      }),
    renameWorld: (session, title) =>
      attempt('worlds', async () => replace(await client.call('worlds.update', { session, title }))),
    deleteSession: (session) =>
      attempt('worlds', async () => {
        await client.call('worlds.delete', { session })
        if (get().world?.session.id === session) get().close()
        // Its row goes before the dialog does, which gives the focus back.
        await list()
        set({ deleting: null, dialog: null })
      }),
    importFiles: (files) =>
      attempt('worlds', async () => {
        const look = { files, keep: false, hold: true as const }
        const found = await read((options) => client.stream('formats.import', look, options))
        if (!found) return
        const { report, ticket = null } = found
        const { worlds, dropped, problems, files: known } = report
        const clear = worlds.length > 0 && !dropped.length && !problems.length && known.every(({ format }) => format)
        if (clear && ticket !== null) return keep(ticket)
        get().dismissImport()
        set({ imported: { report, ticket } })
      }),
    keepImport: () =>
      attempt('worlds', async () => {
        const ticket = get().imported?.ticket
        set({ imported: null })
        if (ticket) await keep(ticket)
      }),
    dismissImport() {
      const ticket = get().imported?.ticket
      set({ imported: null })
      // A host that is lost has lost them too.
      if (ticket) void client.call('formats.forget', { ticket }).catch(() => {})
    },
    cancelImport: () => reading?.abort(),
    changeRules: (change, title) =>
      attempt('rules', async () => {
        const world = get().world
        if (!world) return
        const { id: branch, setup } = currentBranch(world)
        const rules = { ...setup, ...change }
        const made = await client.call('worlds.fork', {
          session: world.session.id,
          branch,
          at: viewed(world),
          title,
          setup: rules
        })
        set({ world: { ...world, branches: [...world.branches, made] } })
        await get().switchBranch(made.id)
      })
  }
}
