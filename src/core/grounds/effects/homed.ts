// A name without a folder, whose content is shown, may be the one file of that name that the text has told of elsewhere.

import type { StateChange } from '../../tree/ground.ts'

/**
 * `files` with each file that would lie in `cwd` moved to where the only other one of its name is said to be.
 * @param told what is named, here and elsewhere @param body where it is looked up whether the place itself is told
 */
export function homed(
  files: readonly StateChange[],
  { told, cwd, body }: { told: readonly StateChange[]; cwd: string; body: string }
): StateChange[] {
  const claims = [...files, ...told].flatMap((one) => (one.do === 'claim' && one.kind === 'file' ? one.path : []))
  const moved = new Map<string, string>()
  for (const one of files) {
    if (one.do !== 'write' || !one.path.startsWith(`${cwd}/`)) continue
    const name = one.path.slice(cwd.length + 1)
    const others = [...new Set(claims)].filter((path) => path.endsWith(`/${name}`))
    const [other] = others
    if (name.includes('/') || others.length !== 1 || other === undefined || other === one.path) continue
    if (!body.includes(`./${name}`) && !body.includes(one.path)) moved.set(one.path, other)
  }
  const written = new Set(moved.values())
  return files.flatMap((one) => {
    if (one.do === 'claim' && written.has(one.path)) return []
    const to = one.do === 'write' ? moved.get(one.path) : undefined
    return to !== undefined && one.do === 'write' ? [{ ...one, path: to }] : [one]
  })
}
