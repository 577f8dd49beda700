// What a judge is asked. The texts are data: resources/prompts/judge.json.
import given from '../../../../resources/prompts/judge.json' with { type: 'json' }
import { domains } from '../../domains/index.ts'
import { mulberry32 } from '../../text/chance.ts'
import type { Message } from '../../tree/ports.ts'
import type { JudgeItem, JudgeTask } from './report.ts'

/** One question to a judge. `first`: the item's prediction (`pair`) or the true observation (`turing`) stands as A. */
export interface JudgeQuestion {
  messages: Message[]
  first: boolean
}

interface Asking {
  /** Decides what stands first. */
  seed: number
  votes: number
  /** The most characters of history that are shown; older turns are left out. */
  most: number
}

const text = (lines: readonly string[]): string => lines.join('\n')

/** Whether the domain shows screens, which are judged by anchors. */
export const isScreen = (id: string): boolean => domains.find((one) => one.id === id)?.surface === 'screen'

/**
 * The questions of one item: one for each vote; where two predictions are compared, one in each order for each vote. The system prompt of the
 * world and the thoughts of a model are in none of them, and neither is who predicted what.
 */
export function questionsOf(task: JudgeTask, item: JudgeItem, { seed, votes, most }: Asking): JudgeQuestion[] {
  const system = task === 'rubric' ? rubricFor(item.domain) : text(given[task])
  const draw = mulberry32(seed, hashOf(item.id)) % 2
  const orders = task === 'pair' ? [draw === 0, draw !== 0] : [null]
  return Array.from({ length: votes }, (_, vote) => vote).flatMap((vote) =>
    orders.map((order) => {
      const first = order ?? (draw + vote) % 2 === 0
      const content = [told(item, most), ...shown(task, item, first)].join('\n\n')
      return {
        first,
        messages: [
          { role: 'system' as const, content: system },
          { role: 'user' as const, content }
        ]
      }
    })
  )
}

function rubricFor(id: string): string {
  const own = Object.entries(given.domains).find(([name]) => name === id)?.[1]
  const rules = own ?? given.general
  return text([...given.rubric, ...rules, ...(isScreen(id) ? given.screen : []), ...given.dimensions, ...given.answer])
}

function told({ history, action }: JudgeItem, most: number): string {
  const turns: string[] = []
  let size = 0
  for (const turn of history.toReversed()) {
    const block = `${tagged('action', turn.action)}\n${tagged('observation', turn.observation)}`
    size += block.length
    if (size > most) break
    turns.unshift(block)
  }
  const left = history.length - turns.length
  const lead = left ? [`(${left} earlier ${left === 1 ? 'turn is' : 'turns are'} left out.)`] : []
  return [
    '# History',
    ...lead,
    ...(history.length ? turns : ['(This is the first turn.)']),
    '# Action',
    tagged('action', action)
  ].join('\n\n')
}

function shown(task: JudgeTask, { truth, prediction, other }: JudgeItem, first: boolean): string[] {
  if (task === 'rubric')
    return ['# Reference', tagged('reference', truth), '# Prediction', tagged('prediction', prediction)]
  const two = task === 'pair' ? [prediction, other?.prediction ?? ''] : [truth, prediction]
  const [a = '', b = ''] = first ? two : two.toReversed()
  const reference = task === 'pair' ? ['# Reference', tagged('reference', truth)] : []
  return [...reference, '# A', tagged('a', a), '# B', tagged('b', b)]
}

const tagged = (name: string, content: string): string => `<${name}>\n${content}\n</${name}>`

/** From 1, the same for the same text. */
function hashOf(name: string): number {
  let hash = 0
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0
  return (hash >>> 1) + 1
}
