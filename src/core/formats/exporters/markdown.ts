// A transcript to read: every action and answer of one branch, fenced so that no text can break out.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { labelOf } from '../../domains/label.ts'
import type { Setup } from '../../tree/model.ts'
import { type ExportOrigin, exportOriginOf } from '../../tree/origin.ts'
import type { ExportedTurn, Exporter, ExportSource } from '../exporting.ts'
import { lost } from './lost.ts'

const Options = z.strictObject({
  thinking: z.boolean().default(true).describe("Include the model's thinking, folded.")
})

export const markdown: Exporter<typeof Options> = {
  name: 'markdown',
  title: 'Markdown transcript',
  description: 'One branch to read or paste: actions, answers, thinking, rules.',
  purpose: 'watch',
  extension: 'md',
  mediaType: 'text/markdown; charset=utf-8',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses: (source, { thinking }) => [
    ...lost(source, ['notes', 'instructions', 'firings', ...(thinking ? (['thinking'] as const) : [])]).filter(
      (loss) => !loss.startsWith('The initial state')
    ),
    'The tools of the world, and the numbers that perturbations drew.'
  ],
  async *write(sources, { thinking }) {
    let first = true
    for (const source of sources) {
      if (!first) yield '\n---\n\n'
      first = false
      yield* transcript(source, thinking)
    }
  }
}

async function* transcript(source: ExportSource, thinking: boolean): AsyncGenerator<string> {
  const { session, branch } = source
  yield `# ${inline(session.title)}\n\n${inline(findDomain(session.domain).title)}, branch ${inline(branch.title)}.\n`
  if (session.notes.trim()) yield `\n## Notes\n\n${fence(session.notes)}`
  yield rules(branch.setup, null)
  let before = branch.setup
  let last: string | null = branch.setup.initialState || null
  for await (const turn of source.chain()) {
    yield step(turn, { before, last, thinking })
    before = turn.setup
    last = turn.step.observation.text
  }
}

interface Around {
  before: Setup
  last: string | null
  thinking: boolean
}

function step({ number, step, setup, call }: ExportedTurn, { before, last, thinking }: Around): string {
  const domain = findDomain(setup.domain)
  const parts = [
    rules(setup, before),
    `\n## ${number}. ${inline(labelOf(domain, step.action, last))}\n`,
    `\n${fence(domain.format(step.action), domain.fence(step.action))}`
  ]
  if (call?.instruction) parts.push(`\nInstruction for this step:\n\n${fence(call.instruction)}`)
  for (const { name, effect, detail } of call?.firings ?? []) {
    parts.push(`\nPerturbation ${inline(name)} (${effect}): ${inline(detail)}\n`)
  }
  if (thinking && call?.thinking) {
    parts.push(`\n<details>\n<summary>Thinking</summary>\n\n${fence(call.thinking)}\n</details>\n`)
  }
  parts.push(`\n${ANSWERS[exportOriginOf(call)]}:\n\n${fence(step.observation.text)}`)
  for (const warning of call?.warnings ?? []) parts.push(`\nWarning: ${inline(warning)}\n`)
  return parts.join('')
}

const ANSWERS: Record<ExportOrigin, string> = {
  executed: 'Executed answer',
  predicted: 'Simulated answer',
  recorded: 'Recorded answer',
  authored: 'Answer written by a person',
  unknown: 'Answer'
}

/** The rules in words, where they are not those of the turn before. */
function rules(setup: Setup, before: Setup | null): string {
  const changed = (key: 'initialState' | 'instruction') => setup[key] !== (before?.[key] ?? '')
  const parts: string[] = []
  if (setup.task && setup.task !== before?.task) parts.push(`\n## Task\n\n${fence(setup.task)}`)
  if (changed('initialState')) parts.push(`\n## Initial state\n\n${fence(setup.initialState)}`)
  if (changed('instruction')) {
    parts.push(`\n## ${before ? 'From here on: simulation' : 'Simulation'} instruction\n\n${fence(setup.instruction)}`)
  }
  return parts.join('')
}

/** A fenced block: its fence is longer than any run of backticks inside. */
export function fence(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${marks}\n`
}

/** Text within a line, with nothing in it that Markdown or HTML would act on. */
function inline(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.replace(/[\\`*_[\]<>&#|~]/g, (mark) => `\\${mark}`)
}
