// Tool definitions from a text, whatever it turns out to be: JSON of any usual shape, or an OpenAPI document as JSON or YAML.
import { OrreryError } from '../../core/errors.ts'
import { type ReadTools, readTools } from '../../core/tools/tools.ts'
import { isOpenApi, readOpenApi } from './openapi.ts'
import type { Beside } from './references.ts'
import { readYaml } from './yaml.ts'

/** What the text was called, and the files that came with it: an OpenAPI document refers to them. Paths start from one folder. */
export interface Around {
  name: string
  files: Beside[]
}

const ALONE: Around = { name: '', files: [] }

/**
 * The tools in `text`, and in a sentence each what could not be taken.
 * @throws OrreryError invalid-input for an OpenAPI version that Orrery does not read, or nesting that no schema has
 */
export function readDefinitions(text: string, around: Around = ALONE): ReadTools {
  const bare = text.replace(/^\uFEFF/, '')
  try {
    const value = fromJson(bare)
    if (value !== undefined) return isOpenApi(value) ? readOpenApi(value, around) : readTools(value)
    // JSON, one definition a line.
    const lines = readTools(bare)
    if (lines.tools.length) return lines
    return fromYaml(bare, lines, around)
  } catch (cause) {
    // The stack ends where something is nested tens of thousands deep.
    if (!(cause instanceof RangeError)) throw cause
    throw new OrreryError('invalid-input', 'These definitions are nested too deeply to be read.', { cause })
  }
}

// A text that does not begin like one of the usual documents is tried as YAML only where that costs nothing.
const MOST_GUESSED = 100_000

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nearly any text is YAML: only what holds an object or a list is taken for it. `otherwise` is what is said of the rest. */
function fromYaml(text: string, otherwise: ReadTools, around: Around): ReadTools {
  // Where it is neither, what is said of JSON helps those who meant JSON.
  const isMeantAsYaml = /^(openapi|swagger|tools)\s*:|^---/m.test(text)
  if (!isMeantAsYaml && text.length > MOST_GUESSED) return otherwise
  const read = readYaml(text)
  if ('problem' in read) {
    return isMeantAsYaml ? { tools: [], problems: [`This is not YAML: ${read.problem}.`] } : otherwise
  }
  const { value } = read
  if (isOpenApi(value)) return readOpenApi(value, around)
  return typeof value === 'object' && value !== null ? readTools(value) : otherwise
}
