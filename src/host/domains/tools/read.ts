// Tool definitions from a text, whatever it turns out to be: JSON of any usual shape, or an OpenAPI document as JSON or YAML.

import { type ReadTools, readTools } from '../../../core/domains/tools/tools.ts'
import { OrreryError } from '../../../core/errors.ts'
import { plainText } from '../../../core/text/decode.ts'
import { parseJson } from '../../../core/text/json.ts'
import { twiceInJson } from '../../../core/text/twice.ts'
import { isOpenApi, readOpenApi } from './openapi.ts'
import type { Beside } from './references.ts'
import { readYaml, toldTwice } from './yaml.ts'

/** What the text was called, and the files that came with it: an OpenAPI document refers to them. Paths start from one folder. */
export interface ToolFiles {
  name: string
  files: Beside[]
}

const ALONE: ToolFiles = { name: '', files: [] }

/**
 * The tools in `text`, and in a sentence each what could not be taken.
 * @throws OrreryError invalid-input for an OpenAPI version that Orrery does not read, or nesting that no schema has
 */
export function readDefinitions(text: string, around: ToolFiles = ALONE): ReadTools {
  const bare = plainText(text, around.name || 'This text')
  const value = fromJson(bare)
  if (value !== undefined) {
    const twice = toldTwice(bare, twiceInJson(bare)).map(({ reason }) => reason)
    // Of JSON every reader takes the last.
    return withProblems(isOpenApi(value) ? readOpenApi(value, around) : readTools(value), twice)
  }
  // JSON, one definition a line.
  const lines = readTools(bare)
  if (lines.tools.length) return lines
  return fromYaml(bare, lines, around)
}

// A text that does not begin like one of the usual documents is tried as YAML only where that costs nothing.
const MOST_GUESSED = 100_000

function fromJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    return undefined
  }
}

/** Nearly any text is YAML: only what holds an object or a list is taken for it. `otherwise` is what is said of the rest. */
function fromYaml(text: string, otherwise: ReadTools, around: ToolFiles): ReadTools {
  // A text that does not begin like YAML was probably meant as JSON: then `otherwise`, the error of the JSON reader, is given.
  const isMeantAsYaml = /^(openapi|swagger|tools)\s*:|^---/m.test(text)
  if (!isMeantAsYaml && text.length > MOST_GUESSED) return otherwise
  const read = readYaml(text)
  if ('problem' in read) {
    return isMeantAsYaml ? { tools: [], problems: [`This is not YAML: ${read.problem}.`] } : otherwise
  }
  const { value, twice } = read
  // YAML forbids it, and readers differ in which one they take.
  const wrong = twice.map(({ reason }) => reason)
  if (wrong.length && (isMeantAsYaml || isOpenApi(value))) return { tools: [], problems: wrong }
  if (isOpenApi(value)) return readOpenApi(value, around)
  return typeof value === 'object' && value !== null ? withProblems(readTools(value), wrong) : otherwise
}

const withProblems = (read: ReadTools, problems: string[]): ReadTools => ({
  ...read,
  problems: [...problems, ...read.problems]
})
