// The files of a prompt pack, and what a pack's prompt is filled with.

import type { Domain, DomainTemplate } from '../domains/domain.ts'
import { Setup } from '../tree/model.ts'
import { MARKER } from './parse.ts'
import { userTurn } from './prompt.ts'

const FILE = /^(judge_)?system_prompt(?:\.([A-Za-z0-9][\w-]{0,63}))?\.txt$/

/** The variant that `system_prompt.txt` is where there are others beside it. */
export const DEFAULT_VARIANT = 'default'

/** What a file of a pack is by its name: `system_prompt.txt`, `system_prompt.VARIANT.txt` or `judge_system_prompt.txt`; `null` for any other. */
export function promptFile(name: string): { judge: boolean; variant: string } | null {
  const [found, judge, variant = ''] = FILE.exec(name) ?? []
  if (found === undefined || (judge && variant)) return null
  return { judge: judge !== undefined, variant }
}

const STATE = 'Current State:\n'
const ACTION = 'Action:\n'
const ANSWER = '\nAnswer:\n<predicted_observation>\n'
const END = '</predicted_observation>'

/** A template's examples one by one; what is no example (a sentence before them) is left out. */
export function examplesOf({
  demonstrations
}: Pick<DomainTemplate, 'demonstrations'>): { state: string; action: string; observation: string }[] {
  return demonstrations.split(/(?<=<\/predicted_observation>)\n\n/).flatMap((piece) => {
    const from = piece.search(/^(?:Current State|Action):\n/m)
    const example = from < 0 ? null : readExample(piece.slice(from))
    return example ? [example] : []
  })
}

function readExample(text: string): { state: string; action: string; observation: string } | null {
  const stated = text.startsWith(STATE)
  const start = stated ? text.indexOf(`\n\n${ACTION}`) + 2 : 0
  const answer = text.indexOf(ANSWER, start)
  if ((stated && start < 2) || !text.startsWith(ACTION, start) || answer < 0 || !text.endsWith(END)) return null
  return {
    state: stated ? text.slice(STATE.length, start - 2) : '',
    action: text.slice(start + ACTION.length, answer),
    observation: text.slice(answer + ANSWER.length, -END.length).replace(/\n$/, '')
  }
}

/**
 * A template's examples as the public prompt pack has them: whole turns in the form of a conversation, without tags. One that begins with a
 * state of its own is another conversation, whose turns begin at 1 again.
 */
export function turnExamples(domain: Domain, template: Pick<DomainTemplate, 'demonstrations' | 'format'>): string {
  const setup = Setup.parse({ domain: domain.id })
  let turn = 0
  return examplesOf(template)
    .map(({ state, action, observation }) => {
      turn = state ? 1 : turn + 1
      const read = domain.read(action)
      const written = template.format ? template.format(read, setup) : domain.format(read)
      return `${userTurn(domain, turn, read, { state, written })}\n\n${MARKER}\n${observation}`
    })
    .join('\n\n')
}

/** How a pack wants tools told where its prompt has them: in a code block or in `<tools>` as JSON, else as Markdown sections. */
export function toolFormOf(whole: string): 'json' | 'markdown' {
  const [before = '', after] = whole.split('{tool_definitions}')
  if (after === undefined) return 'markdown'
  const fenced = (before.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
  return fenced || /<tools>\s*$/.test(before) ? 'json' : 'markdown'
}
