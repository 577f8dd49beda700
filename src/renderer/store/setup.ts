// What worlds are made of: tools from texts and live servers, templates from prompt packs.
import type { CallInput, CallOutput, StreamEvent } from '../../core/contract/index.ts'
import type { ToolServer } from '../../core/contract/tools.ts'
import { Setup, type Tool } from '../../core/tree/model.ts'
import type { Kit } from './state.ts'

type ReadTools = CallOutput<'tools.read'>
type Answer = Extract<StreamEvent<'tools.ask'>, { type: 'tools' }>
type Around = Omit<CallInput<'tools.read'>, 'text'>
type Pack = CallOutput<'prompts.import'>

export interface SetupActions {
  /** The tools in a text; `null` when it could not be read at all, which is then told at `tools`. */
  readTools(text: string, around?: Around): Promise<ReadTools | null>
  /** What each tool takes of every prompt; `null` when that cannot be told. */
  costTools(input: CallInput<'tools.cost'>): Promise<CallOutput<'tools.cost'> | null>
  /** Tables that these tools seem to want; `null` when that cannot be told. */
  declareTools(input: CallInput<'tools.declare'>): Promise<CallOutput<'tools.declare'> | null>
  /** What can compute a world with this setup; `null` where only a model can, or it cannot be told. */
  groundOf(setup: Setup): Promise<CallOutput<'worlds.ground'>>
  /** Asks a live MCP server, one at a time, while `asking` tells what happens; `null` when that failed or was stopped. */
  askServer(server: ToolServer): Promise<Answer | null>
  stopAsking(): void
  loadTemplates(): Promise<boolean>
  /** `null` when the pack was refused, which is then told at `templates`. */
  importPack(name: string, files: { path: string; text: string }[]): Promise<Pack | null>
  deletePack(name: string): Promise<boolean>
}

// A server may log without an end; what it said last is what matters.
const LINES = 200

export function setupActions({ client, set, attempt }: Kit): SetupActions {
  let abort: AbortController | null = null
  const list = async () => set({ templates: await client.call('prompts.list', {}) })

  return {
    costTools: (input) => client.call('tools.cost', input).catch(() => null),
    declareTools: (input) => client.call('tools.declare', input).catch(() => null),
    // A number out of its range is told at its field, and nobody is asked about it.
    groundOf: async (setup) =>
      Setup.safeParse(setup).success ? client.call('worlds.ground', { setup }).catch(() => null) : null,
    async readTools(text, around) {
      let read: ReadTools | null = null
      await attempt('tools', async () => {
        read = await client.call('tools.read', { text, ...around })
      })
      return read
    },
    async askServer(server) {
      if (abort) return null
      const mine = new AbortController()
      abort = mine
      set({ asking: [] })
      let answer: Answer | null = null
      await attempt('tools', async () => {
        try {
          for await (const event of client.stream('tools.ask', server, { signal: mine.signal })) {
            set({ confirming: event.type === 'confirm' ? event.text : null })
            if (event.type === 'tools') answer = event
            else if (event.type === 'progress')
              set(({ asking }) => ({ asking: [...(asking ?? []), event.text].slice(-LINES) }))
          }
        } catch (error) {
          // Whoever stopped it knows.
          if (!mine.signal.aborted) throw error
        }
      })
      abort = null
      set({ asking: null, confirming: null })
      return mine.signal.aborted ? null : answer
    },
    stopAsking: () => abort?.abort(),
    loadTemplates: () => attempt('templates', list),
    async importPack(name, files) {
      let pack: Pack | null = null
      await attempt('templates', async () => {
        pack = await client.call('prompts.import', { name, files })
        await list()
      })
      if (pack) set({ announcement: `Prompt pack ${name} imported` })
      return pack
    },
    deletePack: (name) =>
      attempt('templates', async () => {
        await client.call('prompts.delete', { name })
        await list()
        set({ announcement: `Prompt pack ${name} deleted` })
      })
  }
}

/** `more` after `tools`; what has the name of one that is there takes its place. */
export function mergeTools(tools: Tool[], more: Tool[]): { tools: Tool[]; added: number; replaced: number } {
  const fresh = new Map(more.map((tool) => [tool.name, tool]))
  const kept = tools.map((tool) => fresh.get(tool.name) ?? tool)
  const names = new Set(tools.map(({ name }) => name))
  const added = [...fresh.values()].filter(({ name }) => !names.has(name))
  return { tools: [...kept, ...added], added: added.length, replaced: fresh.size - added.length }
}
