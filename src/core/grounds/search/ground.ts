// The ground for search worlds: stated pages are found and shown by rule, the model writes others once, and what it wrote stays.

import { findDomain } from '../../domains/index.ts'
import { toolCallOf } from '../../domains/tool-call.ts'
import { labelCall } from '../../domains/tool-line.ts'
import { looksLikeError } from '../../observations/documents/value.ts'
import { unmarked } from '../../tree/cut.ts'
import type { Folder, FolderCopy } from '../../tree/folder.ts'
import type { ModelAnswer } from '../../tree/ground.ts'
import type { Action } from '../../tree/model.ts'
import type { Ground, GroundAsked, TurnOptions } from '../../tree/ports.ts'
import { bareAddress } from '../fiction/address.ts'
import { createPlainGround, type PastStep } from '../plain.ts'
import type { Applied } from '../replay.ts'
import { searchCall } from './calls.ts'
import { withoutContradictions } from './contradiction.ts'
import { contextOf, decide, type SearchOutcome, type SearchWorld, textAt, whyOf } from './decide.ts'
import type { OpenPageIndex } from './page.ts'
import { begin, learnt, type SearchState } from './state.ts'
import { readStatedWeb } from './stated.ts'

const GROUND = 'search'

interface SearchGroundOptions {
  /** SHA-256 of what the rules are. */
  hash: string
  index: OpenPageIndex
  /** The files of a folder that a world starts with. @throws OrreryError not-found */
  folderOf(folder: Folder): FolderCopy
}

export const createSearchGround = ({ hash, index, folderOf }: SearchGroundOptions): Ground =>
  createPlainGround<SearchWorld, SearchState>({
    ...{ id: GROUND, title: 'Stated pages', hash, copies: true, usual: () => true, begin, apply, showed },
    world(setup) {
      if (setup.domain !== GROUND || setup.fiction) return null
      const tools = findDomain(GROUND).tools?.of(setup) ?? []
      const read = () => {
        const web = readStatedWeb(setup.initialState, setup.folder && folderOf(setup.folder))
        const byAddress = new Map(web.pages.map((page) => [bareAddress(page.address), page]))
        return { ...web, tools, byAddress, index: index(web.pages), policy: setup.search ?? {} }
      }
      return {
        key: JSON.stringify([tools, setup.initialState, setup.folder, ...(setup.search ? [setup.search] : [])]),
        read
      }
    },
    inside: ({ pages, facts, open }, { notes, results, pages: written, trail }) => ({
      // `open`: the model may write other pages.
      stated: { pages: pages.map((page) => ({ ...page })), facts: [...facts], open },
      state: {
        notes: { ...notes },
        results: Object.fromEntries(results),
        written: Object.fromEntries(written),
        trail: trail.map((view) => (view.of === 'page' ? { ...view } : { of: view.of, queries: view.queries }))
      }
    }),
    route(world, state, asked) {
      const { by, rule } = outcomeOf(world, state, asked)
      return { by, rule, why: whyOf(rule) }
    },
    async answer(world, state, asked, options) {
      const outcome = outcomeOf(world, state, asked)
      const { by, rule } = outcome
      const route = { by, rule, why: whyOf(rule) }
      if (outcome.by === 'ground') {
        const { text, fails = false, value, state: after } = outcome
        // `as`: it was made of texts.
        const structuredContent = value as Record<string, never> | undefined
        const result = { isError: fails, ...(structuredContent && { structuredContent }) }
        return { text, route, dreams: [], state: { ...after, turns: state.turns + 1 }, result }
      }
      const { text, dreams } = await written(world, state, asked.action, outcome, options)
      return { text, route, dreams, state: taken(world, state, asked.action, text) }
    }
  })

function outcomeOf(
  world: SearchWorld,
  state: SearchState,
  { setup, instruction, action, alone = false }: GroundAsked
): SearchOutcome {
  if ([setup.instruction, instruction].some((text) => text.trim()))
    return { by: 'model', rule: 'instruction', open: [] }
  return decide(world, state, action, { alone })
}

/** What the model says: the answer as a whole, or the pages that nobody has written yet. A sentence that contradicts a stated fact is left out. */
async function written(
  world: SearchWorld,
  state: SearchState,
  action: Action,
  { rule, open }: Extract<SearchOutcome, { by: 'model' }>,
  { askModel }: TurnOptions
): Promise<{ text: string; dreams: ModelAnswer[] }> {
  const dreams: ModelAnswer[] = []
  const ask = async (one: Action, places: readonly string[]) => {
    const said = await askModel({ rule, action: one, context: contextOf(world, state, places) })
    dreams.push({ of: labelCall(toolCallOf(one)), rule, text: said, effects: [] })
    return rule === 'unwritten-page' ? withoutContradictions(said, world.facts).text : said
  }
  const call = toolCallOf(action)
  const asked = searchCall(call, world.tools, state.notes)
  if (asked?.do !== 'open' || asked.places.length < 2 || !open.length) return { text: await ask(action, open), dreams }
  const texts: string[] = []
  for (const place of asked.places) {
    const text = open.includes(place)
      ? await ask({ name: call.name, arguments: { url: place } }, [place])
      : textAt(world, state, place)
    texts.push(`${place}\n${text}`)
  }
  return { text: texts.join('\n\n'), dreams }
}

const taken = (world: SearchWorld, state: SearchState, action: Action, text: string): SearchState => {
  const next = { ...state, turns: state.turns + 1 }
  return learnt(next, searchCall(toolCallOf(action), world.tools, state.notes), text)
}

function apply(world: SearchWorld, state: SearchState, { step, call, altered }: PastStep): Applied<SearchState> {
  const text = unmarked(step.observation.text)
  const unchanged = { ...state, turns: state.turns + 1 }
  // A fault's answer says nothing of the pages.
  if (call?.engine === 'perturbation' || call?.engine === 'validation') return { state: unchanged, shown: null }
  const executed = call?.grounded?.ground === GROUND && call.grounded.origin === 'executed'
  if (!executed)
    return { state: altered || looksLikeError(text) ? unchanged : taken(world, state, step.action, text), shown: null }
  // It was executed, so no model was asked.
  const outcome = decide(world, state, step.action, { alone: true })
  if (outcome.by === 'model') return { state: taken(world, state, step.action, text), shown: '' }
  return { state: { ...outcome.state, turns: unchanged.turns }, shown: altered ? null : outcome.text }
}

/** Whether the step shows what the rules answer. A cut answer is the beginning of the whole one. */
function showed({ step, call }: PastStep, shown: string): boolean {
  const text = unmarked(step.observation.text)
  const limit = call?.setup.observationLimit ?? Number.POSITIVE_INFINITY
  return shown === text || (shown.length > limit && shown.startsWith(text))
}
