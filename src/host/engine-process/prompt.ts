// Messages to exact tokens, through the model's own chat template.
import { type ChatHistoryItem, type ChatWrapper, type LlamaModel, resolveChatWrapper, type Token } from 'node-llama-cpp'
import type { Ask } from './protocol.ts'

/** A conversation as the model reads it, ending inside the open answer. */
export interface Prompt {
  tokens: Token[]
  /** What of the answer is already in the prompt: an opened think tag or the prefill. It is the answer's first text. */
  begun: string
  /** Tokens that the next turn's prompt will begin with too, whatever is answered: where a checkpoint is worth taking. */
  stable: number
  /** What ends the turn in this template besides the model's own end tokens. */
  stop: { texts: string[]; tokens: Set<Token> }
}

export interface Prompter {
  /** `checkpoint`: whether `stable` is wanted; otherwise it is 0. */
  prompt(ask: Ask, options: { checkpoint: boolean }): Prompt
}

/** Reads the chat template once per way of using it. */
export function createPrompter(model: LlamaModel): Prompter {
  const wrappers = new Map<boolean, ChatWrapper>()

  function wrapperFor(thinking: boolean): ChatWrapper {
    const known = wrappers.get(thinking)
    if (known) return known
    // Without thinking: Qwen's wrapper closes an empty think block, other templates are rendered with enable_thinking false. A model whose
    // template knows no thoughts (Qwen2.5) would be puzzled by the empty block.
    const thinks = model.fileInfo.metadata.tokenizer?.chat_template?.includes('think') ?? false
    const customWrapperSettings =
      thinking || !thinks ? {} : { qwen: { thoughts: 'discourage' as const }, jinjaTemplate: { reasoning: false } }
    const wrapper = resolveChatWrapper(model, { customWrapperSettings })
    wrappers.set(thinking, wrapper)
    return wrapper
  }

  return {
    prompt(ask, { checkpoint }) {
      const wrapper = wrapperFor(ask.thinking)
      const history = ask.messages.map(toItem)
      const open = [...history, answer(wrapper, ask)]
      const { contextText, stopGenerationTriggers } = wrapper.generateContextState({ chatHistory: open })
      const tokens = contextText.tokenize(model.tokenizer)
      const thought = ask.prefill ? '' : (/<think>\s*$/.exec(contextText.toString())?.[0] ?? '')

      const stop: Prompt['stop'] = { texts: [], tokens: new Set() }
      for (const trigger of stopGenerationTriggers) {
        const [token, ...more] = trigger.tokenize(model.tokenizer)
        if (token !== undefined && more.length === 0) stop.tokens.add(token)
        // A named token that this model lacks has no tokens, and its name is not a text to stop at.
        else if (more.length > 0) stop.texts.push(trigger.toString())
      }

      return { tokens, begun: thought || ask.prefill, stable: checkpoint ? stableLength() : 0, stop }

      // The same conversation one turn on. A generation prompt that opens or closes a think block is not in history, so the end of
      // this prompt is no place to come back to; the last token both have in common is.
      function stableLength(): number {
        const later: ChatHistoryItem[] = [
          ...history,
          { type: 'model', response: [`${ask.prefill}.`] },
          { type: 'user', text: '.' },
          { type: 'model', response: [] }
        ]
        const next = wrapper.generateContextState({ chatHistory: later }).contextText.tokenize(model.tokenizer)
        const differs = tokens.findIndex((token, index) => token !== next[index])
        // The last token is read anew even when this same prompt is answered again.
        return differs < 0 ? tokens.length - 1 : Math.min(differs, tokens.length - 1)
      }
    }
  }
}

function toItem({ role, content }: Ask['messages'][number]): ChatHistoryItem {
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
function answer(wrapper: ChatWrapper, { prefill, thinking }: Ask): ChatHistoryItem {
  if (prefill) return { type: 'model', response: [prefill] }
  const thought = wrapper.settings.segments?.thought
  const opens =
    thought && (thought.openOnResponseStart || (typeof thought.prefix === 'object' && 'type' in thought.prefix))
  if (!thinking || !opens) return { type: 'model', response: [] }
  return { type: 'model', response: [{ type: 'segment', segmentType: 'thought', text: '', ended: false }] }
}
