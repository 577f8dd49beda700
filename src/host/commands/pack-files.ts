// The prompts of a pack's folder, as they are imported.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { promptFile } from '../../core/step/pack.ts'
import { readTextIn } from '../data/text-file.ts'

// The layout is two deep; a folder that holds a pack somewhere inside is found too.
const DEEPEST = 4

/** @throws OrreryError not-found, invalid-input for what is no folder */
export async function filesUnder(folder: string): Promise<{ path: string; text: string }[]> {
  const paths = await promptsUnder(folder)
  return Promise.all(paths.map(async (path) => ({ path, text: await readTextIn(join(folder, path)) })))
}

/** The prompts under a folder, as paths from it. */
async function promptsUnder(folder: string, path = '', depth = 1): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((cause: unknown) => {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    const what = missing ? `There is no folder "${folder}".` : `"${folder}" is not a readable folder.`
    throw new OrreryError(missing ? 'not-found' : 'invalid-input', what, { cause })
  })
  const found = await Promise.all(
    entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(async (entry) => {
        const at = join(path, entry.name)
        if (entry.isDirectory()) return depth < DEEPEST ? promptsUnder(folder, at, depth + 1) : []
        return promptFile(entry.name) ? [at] : []
      })
  )
  return found.flat()
}
