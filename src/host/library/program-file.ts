// The file of a program: what it is written in follows from its name, and what is wrong with data is told with its place.
import { OrreryError } from '../../core/errors.ts'
import { decodeText } from '../../core/text/decode.ts'
import { type ProgramLanguage, programLanguage } from '../../core/tree/program.ts'
import { bytesIn } from '../data/plain-file.ts'
import type { Wrong } from '../domains/tools/yaml.ts'
import { readDataProgram } from '../grounds/programs/data-program.ts'

// What the largest version of the Z machine can address.
const MOST_STORY = 512 * 1024
// More than the characters that a program may have, and not so many that reading it could be felt.
const MOST_BYTES = 2 ** 20

export interface ProgramText {
  language: ProgramLanguage
  /** A story's is its file in base64. */
  text: string
}

/**
 * The program in a file.
 * @throws OrreryError not-found; invalid-input for what is not a file or too large; forbidden
 */
export function readProgramFile(file: string): ProgramText {
  const language = programLanguage(file)
  if (language === 'z-machine') return { language, text: bytesIn(file, MOST_STORY).toString('base64') }
  return { language, text: decodeText(bytesIn(file, MOST_BYTES), `"${file}"`) }
}

/** What is wrong with a program that is data. Of code and stories, which have to run for that, nothing is told. */
export function dataFaults({ language, text }: ProgramText): Wrong[] {
  if (language !== 'data') return []
  try {
    return readDataProgram(text).wrong
  } catch (error) {
    // It is too long or too deep to be read.
    if (!(error instanceof OrreryError)) throw error
    return [{ reason: error.message, at: { line: 1, column: 1 } }]
  }
}
