// Fictional worlds in the window: the list, the one that is edited, rows that the engine invents, and files in and out.
import type { ImportFile } from '../../core/contract/files.ts'
import type { CallInput, CallOutput, StreamEvent } from '../../core/contract/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { FactRow, FictionSpec, FictionUse, RowReference } from '../../core/tree/fiction.ts'
import { type ReadySetup, Setup } from '../../core/tree/model.ts'
import type { ShownError } from './data.ts'
import type { Kit } from './state.ts'

export type FictionRow = CallOutput<'fictions.list'>[number]

/** A fiction as it was read: the version `hash`. */
export interface OpenFiction {
  name: string
  hash: string
  spec: FictionSpec
  rows: Record<string, FactRow[]>
  /** It comes with Orrery. */
  shipped: boolean
}

/** Rows being invented. */
export interface Inventing {
  table: string
  done: number
  total: number
  dropped: Extract<StreamEvent<'fictions.generate'>, { type: 'dropped' }>[]
  /** How it ended; `null` while it runs. */
  end: { rows: number; dropped: number; stopped: boolean } | null
}

export interface FictionActions {
  loadFictions(): Promise<boolean>
  /** The list with nothing open. */
  closeFiction(): void
  openFiction(name: string): Promise<boolean>
  createFiction(name: string, spec: FictionSpec): Promise<boolean>
  importFiction(name: string, files: ImportFile[]): Promise<boolean>
  /** True when it was saved; the open one is then the new version. */
  saveFiction(doc: Pick<OpenFiction, 'spec' | 'rows'>): Promise<boolean>
  deleteFiction(name: string): Promise<boolean>
  exportFiction(input: CallInput<'fictions.download'>): Promise<boolean>
  /** Has the engine invent rows of the open fiction. What fits is there as it comes. */
  inventRows(options: { tables?: string[]; rows?: number; seed: number }): Promise<boolean>
  stopInventing(): void
  dismissInventing(): void
  /** Where a reference answer stands, and what could not be guarded. */
  checkReference(name: string, reference: RowReference): Promise<CallOutput<'fictions.check'> | ShownError>
  /** Rows that a step was given. */
  factsOf(
    fiction: Pick<FictionUse, 'name' | 'hash'>,
    rows: string[]
  ): Promise<CallOutput<'fictions.facts'> | ShownError>
  /** A setup with the present version of its fiction, where it names none. */
  completeSetup(setup: Partial<ReadySetup>): Promise<Setup>
}

// More rows than a person edits cell by cell; each change is checked against all of them.
const MOST_ROWS = 20_000
const PAGE = 1000

export function fictionActions({ client, get, set, attempt, save }: Kit): FictionActions {
  let running: AbortController | null = null
  const list = async () => {
    const fictions = await client.call('fictions.list', {})
    set({ fictions, fictionPresets: get().fictionPresets ?? (await client.call('fictions.presets', {})) })
  }

  const read = async (name: string): Promise<OpenFiction> => {
    const { spec, hash } = await client.call('fictions.get', { name })
    const rows: OpenFiction['rows'] = {}
    let left = MOST_ROWS
    for (const { name: table } of spec.tables) {
      const all: FactRow[] = []
      for (;;) {
        const page = await client.call('fictions.rows', { name, table, offset: all.length, limit: PAGE })
        for (const one of page.rows) all.push(one)
        if (page.total > left)
          throw new OrreryError(
            'invalid-input',
            `“${spec.title}” has more than ${MOST_ROWS.toLocaleString('en')} rows, too many to edit here. Export it, edit the file, and import it again.`
          )
        if (all.length >= page.total || !page.rows.length) break
      }
      left -= all.length
      rows[table] = all
    }
    const shipped = get().fictions?.find((one) => one.name === name)?.shipped ?? false
    return { name, hash, spec, rows, shipped }
  }
  const open = async (name: string) => set({ fiction: await read(name), inventing: null })
  /** What there is by now, shown where it is still open. */
  const show = async (name: string): Promise<OpenFiction> => {
    const now = await read(name)
    if (get().fiction?.name === name) set({ fiction: now })
    return now
  }
  const place = 'fictions'

  return {
    loadFictions: () => attempt(place, list),
    closeFiction() {
      running?.abort()
      set({ fiction: null, inventing: null })
    },
    openFiction: (name) => attempt(place, () => open(name)),
    createFiction: (name, spec) =>
      attempt(place, async () => {
        await client.call('fictions.create', { name, spec })
        await list()
        await open(name)
      }),
    importFiction: (name, files) =>
      attempt(place, async () => {
        await client.call('fictions.import', { name, files })
        await list()
        await open(name)
        set({ announcement: `Imported ${name}` })
      }),
    saveFiction: ({ spec, rows }) =>
      attempt(place, async () => {
        const { fiction } = get()
        if (!fiction) return
        const { hash } = await client.call('fictions.save', { name: fiction.name, hash: fiction.hash, spec, rows })
        set({ fiction: { ...fiction, hash, spec, rows }, announcement: `Saved ${spec.title}` })
        await list()
      }),
    deleteFiction: (name) =>
      attempt(place, async () => {
        await client.call('fictions.delete', { name })
        if (get().fiction?.name === name) set({ fiction: null })
        await list()
      }),
    exportFiction: (input) =>
      attempt(place, async () => {
        const { url, name } = await client.call('fictions.download', input)
        save(url, name)
      }),
    async inventRows(options) {
      const { fiction } = get()
      if (running || !fiction) return false
      const mine = new AbortController()
      running = mine
      const tell = (change: Partial<Inventing>) =>
        set(({ inventing }) => ({ inventing: inventing && { ...inventing, ...change } }))
      set({ inventing: { table: '', done: 0, total: 0, dropped: [], end: null } })
      const before = count(fiction)
      const went = await attempt(place, async () => {
        try {
          for await (const event of client.stream(
            'fictions.generate',
            { name: fiction.name, ...options },
            { signal: mine.signal }
          )) {
            if (event.type === 'progress') {
              const grown = event.done > (get().inventing?.done ?? 0)
              tell({ table: event.table, done: event.done, total: event.total })
              if (grown) await show(fiction.name)
            } else if (event.type === 'dropped') tell({ dropped: [...(get().inventing?.dropped ?? []), event] })
            else tell({ end: { rows: event.rows, dropped: event.dropped, stopped: false } })
          }
        } catch (error) {
          if (!mine.signal.aborted) throw error
        }
      })
      running = null
      // What fits was kept, however it ended.
      await attempt(went ? place : 'app', async () => {
        const now = await show(fiction.name)
        const { inventing } = get()
        if (!went) set({ inventing: null })
        else if (inventing && !inventing.end)
          tell({ end: { rows: count(now) - before, dropped: inventing.dropped.length, stopped: true } })
        await list()
      })
      return went
    },
    stopInventing: () => running?.abort(),
    dismissInventing: () => set({ inventing: null }),
    checkReference: (name, reference) =>
      client.call('fictions.check', { name, reference }).catch((error: unknown): ShownError => toWire(error)),
    factsOf: (fiction, rows) =>
      client
        .call('fictions.facts', { fiction: { name: fiction.name, hash: fiction.hash }, rows })
        .catch((error: unknown): ShownError => toWire(error)),
    async completeSetup({ fiction, ...setup }) {
      const rest = Setup.parse(setup)
      if (!fiction) return rest
      if (!get().fictions) await attempt('new', list)
      const hash = fiction.hash ?? get().fictions?.find(({ name }) => name === fiction.name)?.hash
      return hash ? { ...rest, fiction: { ...fiction, hash } } : rest
    }
  }
}

const count = ({ rows }: Pick<OpenFiction, 'rows'>): number =>
  Object.values(rows).reduce((sum, all) => sum + all.length, 0)
