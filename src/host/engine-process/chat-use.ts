// Which form a model is told its turns in, and why that is not its own chat template where it is not.
import { Template } from '@huggingface/jinja'
import { type ChatHistoryItem, type ChatWrapper, type GgufFileInfo, JinjaTemplateChatWrapper } from 'node-llama-cpp'
import { noTemplate } from '../../core/contract/chat-use.ts'
import type { ChatUse } from '../../core/contract/models.ts'
import { trimEndOf } from '../../core/text/plain.ts'
import { readChatTemplate } from './chat-template.ts'

/** The texts of a model's special tokens; `''` for none. */
export interface Specials {
  bos: string
  eos: string
}

// Without a system message: some templates refuse one, and wrappers then say its words in the first user message.
const TURNS = [
  { role: 'user', content: 'the-first-question' },
  { role: 'assistant', content: 'the-first-answer' },
  { role: 'user', content: 'the-second-question' }
]
const HISTORY: ChatHistoryItem[] = [
  { type: 'user', text: 'the-first-question' },
  { type: 'model', response: ['the-first-answer'] },
  { type: 'user', text: 'the-second-question' },
  { type: 'model', response: [] }
]

const OWN: ChatUse = { form: 'its own chat template', problem: null }

/**
 * `choose`: what node-llama-cpp chooses for the model whose template is `source`. That takes it seconds, so it is asked only where the
 * template does not tell a conversation as it is.
 */
export function chatUse(source: string | undefined, choose: () => ChatWrapper, specials: Specials): ChatUse {
  if (!source?.trim()) return instead(choose(), 'the file has none')
  let template: Template
  try {
    template = new Template(source)
  } catch (error) {
    return instead(choose(), `it does not parse (${said(error)})`)
  }
  if (readChatTemplate(source, { thinking: true, ...specials })) return OWN
  const wrapper = choose()
  const why = fault(template, wrapper, specials)
  return why === null ? OWN : instead(wrapper, why)
}

function instead({ wrapperName }: ChatWrapper, why: string): ChatUse {
  return { form: FORMS[wrapperName] ?? `the form of ${wrapperName}`, problem: noTemplate(why) }
}

// Forms by what node-llama-cpp calls them, with the mark that people know them by.
const FORMS: Record<string, string> = {
  Llama2Chat: 'the form of Llama 2 ([INST] … [/INST])',
  ChatML: 'the form of ChatML (<|im_start|>)',
  General: 'plain text (### Human, ### Assistant)',
  AlpacaChat: 'the form of Alpaca (### Instruction)'
}
/** Why a template that does not take every conversation as it is, is not what the model is told; `null` where it is. */
function fault(template: Template, wrapper: ChatWrapper, { bos, eos }: Specials): string | null {
  // This one renders the template itself, and is not chosen where that fails.
  if (wrapper instanceof JinjaTemplateChatWrapper) return null
  try {
    const own = template.render({ messages: TURNS, add_generation_prompt: true, bos_token: bos, eos_token: eos })
    const { contextText } = wrapper.generateContextState({ chatHistory: HISTORY })
    if (letters(own, bos) === letters(contextText.toString(), 'BOS')) return null
    const lost = TURNS.find(({ content }) => !own.includes(content))
    return lost ? `it leaves out what was said (by the ${lost.role})` : 'it moves or changes what was said'
  } catch (error) {
    return `it fails (${said(error)})`
  }
}

/** Without the token that a text may begin with, and without blanks, in which the library's forms differ from templates. */
function letters(text: string, bos: string): string {
  return (text.startsWith(bos) ? text.slice(bos.length) : text).replace(/\s+/g, '')
}

// Templates are long, and some libraries quote them.
const LONGEST = 160

function said(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim()
  return trimEndOf(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, '. ')
}

/** The special tokens that a file declares. */
export function specialsOf({ metadata }: GgufFileInfo): Specials {
  const { tokens, bos_token_id: bos, eos_token_id: eos } = metadata.tokenizer?.ggml ?? {}
  const text = (id: number | undefined) => String((id === undefined ? undefined : tokens?.[id]) ?? '')
  return { bos: text(bos), eos: text(eos) }
}
