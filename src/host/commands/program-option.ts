// `--program FILE`: a world computed by the program in a file.
import { dirname, join } from 'node:path'
import { GENERAL } from '../../core/domains/usual.ts'
import { OrreryError } from '../../core/errors.ts'
import type { ReadySetup } from '../../core/tree/model.ts'
import { isData, type ProgramChoice } from '../../core/tree/program.ts'
import { readDataProgram } from '../grounds/programs/data-program.ts'
import { dataFaults, readProgramFile } from '../library/program-file.ts'
import { problemLine } from './print.ts'

/** @throws OrreryError not-found, invalid-input, forbidden: for data with every place that is wrong, as `file:line:column` */
export function programIn(file: string): ProgramChoice {
  const read = readProgramFile(file)
  const wrong = dataFaults(read).map(({ reason, at, file: name }) =>
    problemLine({ file: fileIn(file, name), ...at, message: reason })
  )
  if (wrong.length) throw new OrreryError('invalid-input', wrong.join('\n'))
  if (!read.text)
    throw new OrreryError('invalid-input', `"${file}" is empty. Write a program into it, or name another file.`)
  return { ...read, version: 1 }
}

/** The path of one of its files; of its own where none is named. */
export const fileIn = (program: string, name: string | undefined): string =>
  name === undefined ? program : join(dirname(program), name)

/** The kind of world that a program is for: lines of text where it is a story, else calls of tools. Code does not say before it runs. */
export function domainFor(choice: ProgramChoice): string {
  const { language } = choice
  if (language === 'z-machine') return GENERAL.lines
  const program = isData(language) ? readDataProgram(choice).program : null
  const isStory = program !== null && program.view('tools', program.init('')) === undefined
  return isStory ? GENERAL.lines : GENERAL.calls
}

/** A new world of the kind that the program is for. @throws OrreryError as `programIn` */
export function programSetup(file: string): Pick<ReadySetup, 'domain' | 'program' | 'grounding'> {
  const program = programIn(file)
  return { domain: domainFor(program), program, grounding: 'grounded' }
}
