// A model is deleted with all that belongs to it; a file that Orrery does not keep is only forgotten.
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { explain } from '../data/disk-errors.ts'
import type { SettingsFile } from '../data/settings.ts'
import type { Choices } from './choose.ts'
import { leftoversOf } from './download.ts'
import type { Finder } from './find.ts'
import { filesOf } from './gguf/parts.ts'
import type { Pulls } from './pull.ts'

/** @throws OrreryError not-found, busy, forbidden */
export async function deleteModel(
  id: string,
  {
    finder: { folder, find, unknown },
    choices,
    pulls,
    settings
  }: { finder: Finder; choices: Choices; pulls: Pulls; settings: SettingsFile }
): Promise<void> {
  const { entry, path } = await find(id)
  const known = entry?.id ?? path
  if (entry?.bundled) {
    const why = `"${id}" is bundled with Orrery and cannot be deleted.`
    throw new OrreryError('forbidden', `${why} To use no model: orrery model use none`)
  }
  if (pulls.isPulling(known)) {
    throw new OrreryError('busy', `"${id}" is being downloaded. Stop the download before deleting it.`)
  }
  const ours = dirname(path) === folder && path.endsWith('.gguf')
  const files = ours ? [...filesOf(path), ...leftoversOf(path)] : []
  const there = await Promise.all(files.map((file) => stat(file).catch(() => null)))
  if (there.every((one) => one === null) && !settings.read().models.includes(path)) {
    if (!entry) throw await unknown(id)
    throw new OrreryError('not-found', `The model "${id}" is not on this machine, so there is nothing to delete.`)
  }
  try {
    for (const file of files) await rm(file, { recursive: true, force: true })
  } catch (error) {
    throw explain(error, path)
  }
  const wasActive = await choices.isActive(known)
  const { models, configured: all } = settings.read()
  // Nothing was set for it: on a full disk nothing needs to be written.
  if (!wasActive && !models.includes(path) && !Object.hasOwn(all, known)) return
  settings.update(({ configured: { [known]: _old, ...configured }, ...rest }) => ({
    ...rest,
    configured,
    active: wasActive ? null : rest.active,
    models: rest.models.filter((one) => one !== path)
  }))
}
