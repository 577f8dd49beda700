// Which model gives the vectors of texts, as `--embeddings` names it.
import { BUNDLED, type EmbeddingChoice } from '../control/embeddings/index.ts'
import { usage } from './door.ts'

export const EMBEDDINGS_HELP =
  'what embeds texts: bundled (the model that comes with Orrery, a weak one for this), in-use, a catalogue id or .gguf file such as qwen3-embedding-0.6b, or URL#MODEL of a server with /embeddings (reads the key from OPENAI_API_KEY)'

/** @throws CommanderError for a server without a model */
export function embeddingChoice(named: string): EmbeddingChoice {
  const [, baseUrl, model] = /^(https?:\/\/[^#]+)#(.+)$/.exec(named) ?? []
  if (baseUrl !== undefined && model !== undefined) return { model, baseUrl }
  if (/^https?:/.test(named)) throw usage(`--embeddings ${named} names no model. A server is URL#MODEL: ${named}#name`)
  if (!named) throw usage('--embeddings needs a name.')
  return { model: named }
}

export const isWeak = ({ model, baseUrl }: EmbeddingChoice): boolean => baseUrl === undefined && model === BUNDLED

export const WEAK =
  'The model in the box was never trained to embed: its distances tell little. orrery model pull qwen3-embedding-0.6b gets one that was (0.6 GB).'
