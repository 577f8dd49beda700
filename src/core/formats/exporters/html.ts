// One HTML file that steps through a branch without a network: Orrery's own surfaces, with the steps inside.
import { z } from 'zod'
import { OrreryError } from '../../errors.ts'
import type { Grounded } from '../../tree/ground.ts'
import type { Setup } from '../../tree/model.ts'
import type { ExportedTurn, Exporter, ExportSource, Writing } from '../exporting.ts'
import { lost } from './lost.ts'
import { PLACE, type RecordedTurn, scriptJson } from './recording.ts'

const Options = z.strictObject({
  thinking: z.boolean().default(true).describe("Include the model's thinking.")
})

// The player's name among the built files.
const PLAYER = 'player.html'

export const html: Exporter<typeof Options> = {
  name: 'html',
  title: 'Web page (one file)',
  description: 'A page that steps through one branch in any browser, offline, with every screen drawn.',
  purpose: 'watch',
  extension: 'html',
  mediaType: 'text/html; charset=utf-8',
  asset: PLAYER,
  lossless: false,
  layout: 'apart',
  options: Options,
  losses: (source, { thinking }) =>
    lost(source, [
      ...(['notes', 'setup', 'settings', 'instructions', 'origin', 'firings'] as const),
      ...(thinking ? (['thinking'] as const) : [])
    ]),
  /** The recording: the page around it is the same every time. */
  async record(source) {
    let text = ''
    for await (const chunk of recording(source, true)) {
      text += chunk
      if (text.length > PREVIEW) break
    }
    return text
  },
  async *write(sources, { thinking }, writing) {
    const page = await player(writing)
    for (const source of sources) {
      yield page.before
      yield* recording(source, thinking)
      yield page.after
    }
  }
}

// Characters: as much as a preview shows.
const PREVIEW = 20_000

async function player({ asset }: Writing): Promise<{ before: string; after: string }> {
  const page = await asset(PLAYER)
  const at = page.indexOf(PLACE)
  if (at < 0) throw new OrreryError('internal', `"${PLAYER}" has no place for a recording. Run npm run build.`)
  return { before: page.slice(0, at + 1), after: page.slice(at + PLACE.length - 1) }
}

async function* recording(source: ExportSource, thinking: boolean): AsyncGenerator<string> {
  const { session, branch } = source
  const { title, notes } = session
  const head = scriptJson({ player: 1, title, notes, branch: branch.title, setup: branch.setup })
  yield `${head.slice(0, -1)},"turns":[`
  let before = branch.setup
  for await (const turn of source.chain()) {
    yield `${turn.number > 1 ? ',\n' : '\n'}${scriptJson(recorded(turn, before, thinking))}`
    before = turn.setup
  }
  yield '\n]}'
}

function recorded({ step, call, setup }: ExportedTurn, before: Setup, thinking: boolean): RecordedTurn {
  const turn: RecordedTurn = { action: step.action, observation: step.observation.text }
  if (setup !== before && JSON.stringify(setup) !== JSON.stringify(before)) turn.setup = setup
  if (!call) return turn
  if (call.instruction) turn.instruction = call.instruction
  if (thinking && call.thinking) turn.thinking = call.thinking
  if (call.warnings.length) turn.warnings = call.warnings
  if (call.firings.length) turn.firings = call.firings
  const { engine, model, tokens, ms, grounded } = call
  return {
    ...turn,
    by: { engine, model: model.name, tokens, ms: ms.total, ...(grounded && { grounded: part(grounded) }) }
  }
}

const part = ({ origin, why, over, acted }: Grounded) => ({
  origin,
  why,
  ...(over !== undefined && { over }),
  ...(acted && { acted })
})
