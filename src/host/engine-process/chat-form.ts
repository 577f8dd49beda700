// How a model is told a conversation: by node-llama-cpp's wrapper for its chat template, held to the text of the template itself.
import { basename } from 'node:path'
import {
  type ChatHistoryItem,
  type ChatWrapper,
  GeneralChatWrapper,
  type LlamaModel,
  LlamaText,
  resolveChatWrapper,
  SpecialToken,
  SpecialTokensText
} from 'node-llama-cpp'
import type { ChatUse } from '../../core/contract/models.ts'
import type { Message } from '../../core/tree/ports.ts'
import { readHeader } from '../models/gguf/header.ts'
import { type ChatTemplate, readChatTemplate } from './chat-template.ts'
import { chatUse, specialsOf } from './chat-use.ts'

/** A conversation up to the open answer, which begins with `prefill`; and what ends the answer. */
export type ChatForm = (
  messages: readonly Message[],
  prefill: string
) => Pick<ReturnType<ChatWrapper['generateContextState']>, 'contextText' | 'stopGenerationTriggers'>

// Tells a wrapper's text from the template's own: what a wrapper writes between messages shows in any conversation.
const SAMPLE: Message[] = [
  { role: 'system', content: 'Be it.' },
  { role: 'user', content: 'First.' },
  { role: 'assistant', content: 'Second.' },
  { role: 'user', content: 'Third.' }
]

/**
 * Messages are trimmed where the template trims them. Where the wrapper writes something else between them than the template does, the
 * template's own text is sent, so that a server that renders the template asks the model the same.
 */
export function chatForm(model: LlamaModel, { thinking }: { thinking: boolean }): ChatForm {
  const source = model.fileInfo.metadata.tokenizer?.chat_template ?? ''
  // Without thinking: Qwen's wrapper closes an empty think block, other templates are rendered with enable_thinking false. A model whose
  // template knows no thoughts (Qwen2.5) would be puzzled by the empty block.
  const thinks = source.includes('think')
  const wrapper = wrapperOf(model, { plain: !thinking && thinks })
  const bos = model.tokens.bosString ?? ''
  const template = source
    ? readChatTemplate(source, { thinking: thinking || !thinks, bos, eos: model.tokens.eosString ?? '' })
    : null

  const byWrapper: ChatForm = (messages, prefill) => {
    const said = template?.trimmed(messages) ?? messages
    return wrapper.generateContextState({ chatHistory: [...said.map(toItem), opening(wrapper, { prefill, thinking })] })
  }
  if (!template || othersThoughts(wrapper) || isSame(byWrapper(SAMPLE, ''), template, bos)) return byWrapper

  return (messages, prefill) => {
    const { stopGenerationTriggers } = byWrapper(SAMPLE, '')
    const text = template.render(messages)
    const begin =
      model.tokens.shouldPrependBosToken && !text.toString().startsWith(bos) ? [new SpecialToken('BOS')] : []
    // Some templates open a thought whatever they are told: without thinking it is closed at once.
    const closed = !thinking && /<think>\s*$/.test(text.toString()) ? [new SpecialTokensText('</think>\n\n')] : []
    return { contextText: LlamaText([...begin, text, ...closed, prefill]), stopGenerationTriggers }
  }
}

// Finding the wrapper renders the template in many ways, a quarter of a second's worth.
const wrappers = new WeakMap<LlamaModel, Map<boolean, ChatWrapper>>()

/** The wrapper for the model's template, found once. `plain`: one that keeps it from thinking. */
function wrapperOf(model: LlamaModel, { plain }: { plain: boolean }): ChatWrapper {
  const known = wrappers.get(model) ?? new Map<boolean, ChatWrapper>()
  wrappers.set(model, known)
  const customWrapperSettings = plain
    ? { qwen: { thoughts: 'discourage' as const }, jinjaTemplate: { reasoning: false } }
    : {}
  const wrapper = known.get(plain) ?? resolveChatWrapper(model, { customWrapperSettings })
  known.set(plain, wrapper)
  return wrapper
}

/** Which form the model is told its turns in. */
export function useOf(model: LlamaModel): ChatUse {
  const { bosString, eosString } = model.tokens
  const source = model.fileInfo.metadata.tokenizer?.chat_template
  return chatUse(source, () => wrapperOf(model, { plain: false }), { bos: bosString ?? '', eos: eosString ?? '' })
}

/** As `useOf`, of the model at `path`, without loading it. @throws Error when the file cannot be read */
export async function useOfFile(path: string): Promise<ChatUse> {
  const { info } = await readHeader(path)
  const specials = specialsOf(info)
  const known = { bosString: specials.bos || null, filename: basename(path), fileInfo: info }
  const choose = () => resolveChatWrapper(known) ?? new GeneralChatWrapper()
  return chatUse(info.metadata.tokenizer?.chat_template, choose, specials)
}

/** Whether the wrapper's text is the template's. Its BOS token is no text: some templates write it, for the others the reader adds it. */
function isSame({ contextText }: ReturnType<ChatForm>, template: ChatTemplate, bos: string): boolean {
  const text = contextText.toString().replace(/^BOS/, '')
  const own = template.render(SAMPLE).toString()
  return own === text || own === `${bos}${text}`
}

/** Thoughts in another form than `<think>` are opened by the wrapper alone. */
function othersThoughts(wrapper: ChatWrapper): boolean {
  const prefix = wrapper.settings.segments?.thought?.prefix
  if (!prefix) return false
  return typeof prefix === 'object' && 'type' in prefix ? true : !LlamaText(prefix).toString().startsWith('<think>')
}

function toItem({ role, content }: Message): ChatHistoryItem {
  switch (role) {
    case 'system':
      return { type: 'system', text: content }
    case 'user':
      return { type: 'user', text: content }
    case 'assistant':
      return { type: 'model', response: [content] }
    default:
      return role satisfies never
  }
}

/** The answer as far as it is given: the prefill, or the thought that this template begins every answer with. */
function opening(wrapper: ChatWrapper, { prefill, thinking }: { prefill: string; thinking: boolean }): ChatHistoryItem {
  if (prefill) return { type: 'model', response: [prefill] }
  const thought = wrapper.settings.segments?.thought
  const opens =
    thought && (thought.openOnResponseStart || (typeof thought.prefix === 'object' && 'type' in thought.prefix))
  if (!thinking || !opens) return { type: 'model', response: [] }
  return { type: 'model', response: [{ type: 'segment', segmentType: 'thought', text: '', ended: false }] }
}
