// What an answer must look like, as a grammar llama.cpp can hold it to (spec/lwm-protocol, Messages).
import type { Llama, LlamaGrammar } from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'
import type { Ask } from './protocol.ts'

const OPEN = '<predicted_observation>'
const CLOSE = '</predicted_observation>'
const UNTHINK = '</think>'

/** A grammar, and the text after which it holds: the answer before that is free. */
export interface Held {
  grammar: LlamaGrammar
  after: string
}

/**
 * The grammar of what `ask` wants after `begun`, what the prompt has begun of the answer; `null` when any text will do.
 * @throws OrreryError invalid-input for a schema that no grammar can express
 */
export async function grammarFor(llama: Llama, ask: Ask, begun: string): Promise<Held | null> {
  const { tags, schema } = ask.shape
  if (!tags && schema === null) return null
  const tagged = ask.thinking && !ask.prefill
  const rules: string[] = []
  let body = until('text', CLOSE, rules)
  if (schema !== null) {
    rules.push(await jsonRules(llama, schema))
    body = tagged ? `json "\\n"* ${quoted(CLOSE)}` : 'json'
  }
  // A thought that the prompt opened is free until it is closed; another may be opened and closed by the model.
  const thinks = tagged && begun.includes('<think>')
  const thought = tagged && !thinks ? `("<think>" ${until('thought', UNTHINK, rules)})? "\\n"* ` : ''
  const root = tagged ? `root ::= ${thought}"\\n"* ${quoted(OPEN)} "\\n"* ${body}` : `root ::= ${body}`
  const grammar = await llama.createGrammar({ grammar: [root, ...rules].join('\n') })
  return { grammar, after: thinks ? UNTHINK : '' }
}

/** The rules of a JSON schema, with `json` for its root. */
async function jsonRules(llama: Llama, schema: Ask['shape']['schema']): Promise<string> {
  try {
    // The library checks what it is given; its type would have to know the schema beforehand.
    const { grammar } = await llama.createGrammarForJsonSchema(schema as { type: 'string' })
    // The library's root ends in line breaks without end, for chats that stop at them.
    return grammar.replace(/^root ::=(.*?)(?: "(?:\\n)+")?(?: \[\\n\]\*)?$/m, 'json ::=$1')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OrreryError(
      'invalid-input',
      `The output schema of this action cannot be turned into a grammar: ${reason.replace(/\.$/, '')}. Simplify the schema.`,
      { cause }
    )
  }
}

/**
 * A rule for any text up to and with the first `end`, which must begin with a character that it does not repeat. Each state knows
 * how much of `end` the text has just said.
 */
function until(name: string, end: string, rules: string[]): string {
  for (let said = 0; said < end.length; said++) {
    const [first, next] = [end[0]!, end[said]!]
    const state = (count: number) => (count < end.length ? `${name}-${count}` : '""')
    const goes = said === 0 ? '' : ` | ${quoted(first)} ${state(1)}`
    rules.push(
      `${name}-${said} ::= ${quoted(next)} ${state(said + 1)}${goes} | [^${escaped(first)}${said === 0 ? '' : escaped(next)}] ${state(0)}`
    )
  }
  return `${name}-0`
}

const quoted = (text: string) => JSON.stringify(text)
const escaped = (character: string) => character.replace(/[\]\\^-]/g, '\\$&')
