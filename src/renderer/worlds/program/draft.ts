// A program as it is edited: its text, its other files and its tests.
import type { ProgramChoice, ProgramFiles, ProgramTest, ProgramUse } from '../../../core/tree/program.ts'

export type ProgramDraft = Pick<ProgramUse, 'language' | 'text'> & { files: ProgramFiles; tests: ProgramTest[] }

export const draftOf = ({ language, text, files = {}, tests = [] }: ProgramUse): ProgramDraft => ({
  ...{ language, text, files, tests }
})

/** As it is asked about and saved, without its tests. */
export const choiceOf = ({ language, text, files }: ProgramDraft): ProgramChoice => ({
  ...{ language, version: 1, text },
  ...(Object.keys(files).length > 0 && { files })
})

type Texts = Pick<ProgramDraft, 'language' | 'text' | 'files'>

export const isSameText = (one: Texts, other: Texts): boolean => keyOf(one) === keyOf(other)

/** One text for all that the host reads. */
export const keyOf = ({ language, text, files }: Texts): string =>
  JSON.stringify([language, text, Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))])
