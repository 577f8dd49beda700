// The conversations that are timed: the product's own prompts, filled with made-up terminals and screens. Only their length and how
// much they repeat matter.
import { findDomain } from '../../../src/core/domains/index.ts'
import { systemParts, userTurn } from '../../../src/core/step/prompt.ts'
import { Sampling, Setup } from '../../../src/core/tree/model.ts'
import type { Message, Request } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'

/** Always the likeliest token: what is written depends on nothing but the prompt. */
export const GREEDY: Sampling = Sampling.parse({ temperature: 0, topK: 1, topP: 1 })

/** A request for `maxTokens` tokens after `messages`. */
export function request(
  messages: Message[],
  {
    maxTokens,
    sampling = Sampling.parse({}),
    ...over
  }: { maxTokens: number; sampling?: Sampling } & Partial<Omit<Request, 'sampling'>>
): Request {
  return {
    messages,
    prefill: '',
    thinking: false,
    stop: [],
    repeats: 0,
    shape: { tags: false, schema: null },
    trace: false,
    seed: 1,
    strict: false,
    owner: 'bench',
    parent: null,
    action: null,
    ...over,
    sampling: { ...sampling, maxTokens }
  }
}

const terminal = findDomain('terminal')

/** The terminal's system prompt: about 900 tokens in the `standard` template, 150 in the `small` one. */
export function system(name: 'standard' | 'small'): Message {
  const template = must(terminal.templates.find((one) => one.name === name))
  const parts = systemParts(terminal, template, Setup.parse({ domain: 'terminal', template: name }))
  return { role: 'system', content: parts.map((part) => part.text).join('\n\n') }
}

/** Turn `turn`: a command of the same length each time. `number`, below 10,000, makes it unlike any other. */
export function command(turn: number, number: number): Message {
  return { role: 'user', content: userTurn(terminal, turn, terminal.fromText(`tail app-${digits(number)}.log`)) }
}

/** A prompt of about `lines` lines that no engine can have read: it is unlike any other from its first words on. */
export function unread(lines: number, seed: number): Request {
  const [first, ...rest] = history(lines, seed)
  const own = { role: 'system' as const, content: `Machine ${digits(seed)}. ${first?.content}` }
  return request([own, ...rest, command(99, seed)], { maxTokens: 1 })
}

/** A file listing of `lines` lines, unlike that of any other `seed`. A line takes about 40 tokens. */
function listing(lines: number, seed: number): string {
  const draw = numbers(seed)
  const line = () =>
    `-rw-r--r-- 1 ${pick(draw, PEOPLE)} staff ${digits(draw(10_000))} Mar ${10 + draw(20)} 1${draw(10)}:${10 + draw(50)} ${pick(draw, NOUNS)}-${digits(draw(10_000))}.txt`
  return Array.from({ length: lines }, line).join('\n')
}

/** A history whose turns list files, of about `lines` lines in all; it ends with a command. */
export function history(lines: number, seed: number): Message[] {
  const messages = [system('small')]
  // A screen of a terminal.
  const screen = 24
  for (let left = lines, turn = 1; left > 0; left -= screen, turn++) {
    const shown = listing(Math.min(left, screen), seed * 1000 + turn)
    messages.push(command(turn, seed + turn), { role: 'assistant', content: `**Environment Observation:**\n${shown}` })
  }
  return messages
}

/** Counting up, which even a small model goes on with for as long as it is let. */
export function counting(maxTokens: number): Request {
  const from = Array.from({ length: 40 }, (_, index) => `${index + 1}\n`).join('')
  const line = { role: 'user' as const, content: userTurn(terminal, 1, terminal.fromText('seq 1 900')) }
  return request([system('small'), line], {
    maxTokens,
    sampling: GREEDY,
    prefill: `**Environment Observation:**\nroot@box:/srv# seq 1 900\n${from}`
  })
}

/** Prose, drawn freely: next to nothing in it was said before. */
export function prose(maxTokens: number): Request {
  const line = { role: 'user' as const, content: userTurn(terminal, 1, terminal.fromText('cat story.txt')) }
  const begun = `The ferry to the island had stopped for the winter, so Marta walked along the shore and looked for somebody who owned a boat.\n`
  return request([system('small'), line], {
    maxTokens,
    sampling: Sampling.parse({ temperature: 1, topK: 40, topP: 0.95 }),
    prefill: `**Environment Observation:**\nroot@box:/srv# cat story.txt\n${begun}`
  })
}

/** A screen whose next state is the last one with an edit: most of the answer stands in the prompt already. */
export function edit(maxTokens: number, seed: number): Request {
  const said = ['', 'Dear', 'Dear Ms', 'Dear Ms Okafor']
  const messages: Message[] = [
    {
      role: 'system',
      content:
        'You are a desktop. After each action, write the whole accessibility tree again, with what the action changed.'
    }
  ]
  said.forEach((text, index) => {
    const typed = said[index + 1]
    messages.push({ role: 'user', content: index === 0 ? 'open the mail window' : `type into the body: "${text}"` })
    if (typed !== undefined) messages.push({ role: 'assistant', content: tree(text, seed) })
  })
  const [first = ''] = tree('', seed).split('\n')
  return request(messages, { maxTokens, sampling: GREEDY, prefill: `${first}\n` })
}

/** An accessibility tree of 30 widgets, about 25 tokens each, with `text` in its body field. */
function tree(text: string, seed: number): string {
  const draw = numbers(seed)
  const widget = (index: number) => {
    const place = `(${draw(1500)}, ${40 + index * 28}) ${80 + draw(200)}x24`
    const name = `${pick(draw, NOUNS)} ${pick(draw, NOUNS)}`
    // Early, so that a short answer meets the edit too.
    return index === 5
      ? `[5] text field "Body" value "${text}" ${place}`
      : `[${index}] ${pick(draw, WIDGETS)} "${name}" ${place}`
  }
  return ['window "New message"', ...Array.from({ length: 30 }, (_, index) => widget(index))].join('\n')
}

const PEOPLE = ['amara', 'bjorn', 'chidi', 'dalia']
const WIDGETS = ['button', 'menu item', 'check box', 'link', 'label']
const NOUNS = ['report', 'invoice', 'harbour', 'ledger', 'garden', 'window', 'signal', 'bridge', 'market', 'letter']

function digits(number: number): string {
  return String(number % 10_000).padStart(4, '0')
}

function pick(draw: (below: number) => number, from: string[]): string {
  return must(from[draw(from.length)])
}

/** The same whole numbers for the same seed: a linear congruential generator, whose high bits are good enough for names. */
function numbers(seed: number): (below: number) => number {
  let state = (Math.imul(seed + 1, 2_654_435_761) ^ 0x9e37) >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
