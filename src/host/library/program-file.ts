// The files of a program: what it is written in follows from the first one's name, and what is wrong with data is told with its place.
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { besidePddl, hasFiles, importedBy, includedBy } from '../../core/grounds/programs/files.ts'
import { decodeText } from '../../core/text/decode.ts'
import { isData, type ProgramFiles, type ProgramLanguage, programLanguage } from '../../core/tree/program.ts'
import { bytesIn } from '../data/plain-file.ts'
import { readYaml } from '../domains/tools/yaml.ts'
import { type DataWrong, readDataProgram } from '../grounds/programs/data-program.ts'

// What the largest version of the Z machine can address.
const MOST_STORY = 512 * 1024
// More than the characters that a program may have, and not so many that reading it could be felt.
const MOST_BYTES = 2 ** 20
const MOST_FILES = 50

export interface ProgramText {
  language: ProgramLanguage
  /** A story's is its file in base64. */
  text: string
  files?: ProgramFiles
}

/**
 * The program in a file, with the files beside it or below that it imports or includes, and those that are named.
 * @param more further files of the same program
 * @throws OrreryError not-found; invalid-input for what is not a file or too large, and for one that lies elsewhere; forbidden
 */
export function readProgramFile(file: string, more: readonly string[] = []): ProgramText {
  const language = programLanguage(file)
  if (!hasFiles(language)) return { language, text: bytesIn(file, MOST_STORY).toString('base64') }
  const root = dirname(resolve(file))
  const text = textOf(file)
  const files = new Map<string, string>()
  const take = (path: string): void => {
    if (path === basename(file) || files.has(path)) return
    const found = join(root, path)
    if (!isInside(root, found))
      throw new OrreryError('invalid-input', `"${path}" is not in the folder of the program. Move it there.`)
    if (files.size >= MOST_FILES)
      throw new OrreryError('invalid-input', `A program has at most ${MOST_FILES} other files.`)
    const one = textOf(found)
    files.set(path, one)
    takeAll(namedIn(one, path, language))
  }
  const takeAll = (paths: readonly string[]): void => {
    for (const path of paths) {
      try {
        take(path)
      } catch (error) {
        // An import may stand in a comment. One that counts is told by the sandbox.
        if (language !== 'javascript' || !(error instanceof OrreryError) || error.code !== 'not-found') throw error
      }
    }
  }
  for (const one of more) take(relative(root, resolve(one)).split(sep).join('/'))
  if (language === 'pddl')
    for (const path of besidePddl(text, basename(file), [...files.values()]))
      if (existsSync(join(root, path))) take(path)
  takeAll(namedIn(text, '', language))
  return { language, text, ...(files.size > 0 && { files: Object.fromEntries(files) }) }
}

const textOf = (file: string): string => decodeText(bytesIn(file, MOST_BYTES), `"${file}"`)

function namedIn(text: string, name: string, language: ProgramLanguage): string[] {
  if (language === 'javascript') return name.endsWith('.json') ? [] : importedBy(text, name)
  if (name || language === 'pddl' || !text.includes('include')) return []
  try {
    const read = readYaml(text)
    return 'problem' in read ? [] : includedBy(read.value)
  } catch (error) {
    // It is too long or too deep, which is told where it is read.
    if (!(error instanceof OrreryError)) throw error
    return []
  }
}

/** What is wrong with a program that is data. Of code and stories, which have to run for that, nothing is told. */
export function dataFaults({ language, ...texts }: ProgramText): DataWrong[] {
  if (!isData(language)) return []
  try {
    return readDataProgram({ language, ...texts }).wrong
  } catch (error) {
    // It is too long or too deep to be read.
    if (!(error instanceof OrreryError)) throw error
    return [{ reason: error.message, at: { line: 1, column: 1 } }]
  }
}

/** Whether the path, links resolved, lies in the folder. A path that leads nowhere is reported where it is read. */
export function isInside(root: string, path: string): boolean {
  const inside = relative(real(root), real(path))
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}

export function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
