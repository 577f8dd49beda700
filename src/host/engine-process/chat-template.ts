// A model's own chat template, rendered as servers render it: the text that llama-server, vLLM and transformers make of the same messages.
import { Template } from '@huggingface/jinja'
import { LlamaText, SpecialTokensText } from 'node-llama-cpp'
import type { Message } from '../../core/tree/ports.ts'

export interface ChatTemplate {
  /** The messages without the blanks at their ends that the template takes off. */
  trimmed(messages: readonly Message[]): Message[]
  /** The conversation up to the open answer. What the messages say is never read as a control token. */
  render(messages: readonly Message[]): LlamaText
}

export interface Rendering {
  thinking: boolean
  /** The texts of the model's special tokens; `''` for none. */
  bos: string
  eos: string
}

type Role = Message['role']

// Before and after a probe: what `trim` takes off, what `strip('\n')` does not, and what each of them sees on the other side.
const BLANKS = ' \n '
const PROBED: readonly Role[] = ['system', 'user', 'assistant', 'user']

/**
 * Reads a chat template. `null` where it does not tell a system message and two turns as they are: such a template wants another form of
 * conversation, which is for node-llama-cpp's wrappers to find.
 */
export function readChatTemplate(source: string, { thinking, bos, eos }: Rendering): ChatTemplate | null {
  const parsed = attempt(() => new Template(source))
  const rendered = (messages: readonly Message[]) =>
    parsed?.render({
      messages: messages.map(({ role, content }) => ({ role, content })),
      add_generation_prompt: true,
      bos_token: bos,
      eos_token: eos,
      // As llama-server: said only where it is asked for, because templates test whether it is defined.
      ...(thinking ? {} : { enable_thinking: false })
    }) ?? ''

  const trims = attempt(() => trimsOf(rendered))
  if (!trims) return null

  const trimmed: ChatTemplate['trimmed'] = (messages) =>
    messages.map(({ role, content }) => ({ role, content: trims[role](content) }))

  return {
    trimmed,
    render(messages) {
      const names = messages.map((_, index) => nameOf(index))
      const text = rendered(messages.map(({ role }, index) => ({ role, content: nameOf(index) })))
      const pieces = split(text, names)
      const said = trimmed(messages)
      return LlamaText(
        pieces.flatMap((piece, index) => [
          ...(piece ? [new SpecialTokensText(piece)] : []),
          ...(said[index]?.content ? [said[index].content] : [])
        ])
      )
    }
  }
}

/** What stands for a message while the template is rendered. No name begins another one. */
const nameOf = (index: number): string => `message-${index}-of-this-conversation`

/** The text between the names. @throws Error where one is missing or out of order */
function split(text: string, names: readonly string[]): string[] {
  let from = 0
  const pieces = names.map((name) => {
    const at = text.indexOf(name, from)
    if (at < 0) throw new Error('The chat template leaves a message out or moves it.')
    const piece = text.slice(from, at)
    from = at + name.length
    return piece
  })
  return [...pieces, text.slice(from)]
}

/** How each role's messages are trimmed, found by telling some with blanks at both ends. @throws Error as `split`, and what a template raises */
function trimsOf(render: (messages: readonly Message[]) => string): Record<Role, (text: string) => string> {
  const plain = split(
    render(PROBED.map((role, index) => ({ role, content: nameOf(index) }))),
    PROBED.map((_, index) => nameOf(index))
  )
  const blank = split(
    render(PROBED.map((role, index) => ({ role, content: `${BLANKS}${nameOf(index)}${BLANKS}` }))),
    PROBED.map((_, index) => nameOf(index))
  )
  const of = (role: Role) => {
    const at = PROBED.indexOf(role)
    const starts = blank[at] !== plain[at] && blank[at]?.endsWith(BLANKS)
    const ends = blank[at + 1] !== plain[at + 1] && blank[at + 1]?.startsWith(BLANKS)
    return (text: string) => {
      const cut = starts ? text : text.trimStart()
      return ends ? cut : cut.trimEnd()
    }
  }
  return { system: of('system'), user: of('user'), assistant: of('assistant') }
}

function attempt<T>(make: () => T): T | null {
  try {
    return make()
  } catch {
    return null
  }
}
