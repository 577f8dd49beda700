// What an answer must look like, as a grammar llama.cpp can hold it to.
import type { Llama, LlamaGrammar } from 'node-llama-cpp'
import { OrreryError } from '../../core/errors.ts'
import type { ToEngine } from './protocol.ts'
import { grammarSchema } from './schema.ts'

const OPEN = '<predicted_observation>'
const CLOSE = '</predicted_observation>'
const THINK = '<think>'
const UNTHINK = '</think>'

/** A grammar, and the text after which it holds: the answer before that is free. */
export interface HeldGrammar {
  grammar: LlamaGrammar
  after: string
}

/**
 * The grammar of what `ask` wants after `begun`, what the prompt has begun of the answer; `null` when any text will do.
 * @throws OrreryError invalid-input for a schema that no grammar can express
 */
export async function grammarFor(llama: Llama, ask: ToEngine, begun: string): Promise<HeldGrammar | null> {
  const { tags, schema } = ask.shape
  if (!tags && schema === null) return null
  const tagged = ask.tagged && !ask.prefill
  const rules: string[] = []
  if (schema !== null) rules.push(await jsonRules(llama, schema))
  const inside = schema === null ? until('text', CLOSE, OPEN, rules) : `json "\\n"? ${quoted(CLOSE)}`
  // A thought that the prompt opened is free until it is closed; another may be opened and closed by the model.
  const thinks = tagged && begun.includes(THINK)
  const thought =
    tagged && ask.thinking && !thinks ? `(${quoted(THINK)} ${until('thought', UNTHINK, THINK, rules)})? ` : ''
  const root = tagged ? `root ::= ${thought}"\\n"? "\\n"? ${quoted(OPEN)} "\\n"? ${inside}` : 'root ::= json'
  const grammar = await llama.createGrammar({ grammar: [root, ...rules].join('\n') })
  return { grammar, after: thinks ? UNTHINK : '' }
}

/** The rules of a JSON schema, with `json` for its root. */
async function jsonRules(llama: Llama, schema: ToEngine['shape']['schema']): Promise<string> {
  try {
    // The library checks what it is given; its type would have to know the schema beforehand.
    const { grammar } = await llama.createGrammarForJsonSchema(grammarSchema(schema) as { type: 'string' })
    // The library's root ends in line breaks without end, for chats that stop at them.
    return grammar.replace(/^root ::=(.*?)(?: "(?:\\n)+")?(?: \[\\n\]\*)?$/m, 'json ::=$1')
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OrreryError(
      'invalid-input',
      `The output schema of this action cannot be turned into a grammar: ${reason.replace(/\.$/, '')}. Simplify the schema.`,
      { cause }
    )
  }
}

/**
 * Grammar rules for any text up to and with the first `end` that does not contain `never`. Each state stands for how much of `end` or `never`
 * the text ends in. The first character of both must not occur in them again.
 */
function until(name: string, end: string, never: string, rules: string[]): string {
  const beginnings = [...new Set([end, never].flatMap((tag) => [...tag].map((_, said) => tag.slice(0, said))))]
  const state = (said: string) => `${name}-${beginnings.indexOf(said)}`
  for (const said of beginnings) {
    const nexts = new Set([end, never].filter((tag) => tag.startsWith(said)).map((tag) => tag.charAt(said.length)))
    const ways = [...nexts]
      .filter((next) => said + next !== never)
      .map((next) => `${quoted(next)} ${said + next === end ? '""' : state(said + next)}`)
    const first = end.charAt(0)
    if (!nexts.has(first)) ways.push(`${quoted(first)} ${state(first)}`)
    ways.push(`[^${escaped([...new Set([...nexts, first])].join(''))}] ${state('')}`)
    rules.push(`${state(said)} ::= ${ways.join(' | ')}`)
  }
  return state('')
}

const quoted = (text: string) => JSON.stringify(text)
const escaped = (characters: string) => characters.replace(/[\]\\^-]/g, '\\$&')
