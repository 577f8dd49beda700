// The files of this repository, and what each source file imports.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Every file that git knows or would take, by its path from the root. */
export const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root
})
  .toString()
  .split('\0')
  .filter(Boolean)

export const read = (file: string) => readFileSync(join(root, file), 'utf8')

export const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file)).map((file) => ({ file, text: read(file) }))

/** What the file imports: a package by its name, a file by its path, and by `type` before that when nothing but types comes of it. */
export function imports({ file, text }: (typeof sources)[number]): string[] {
  const found = text.matchAll(/^(?:import|export)( type)?(?: [\w\s*{},]+ from)? '([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found].map(([, type, name = '', later = '']) => {
    if (!/^\./.test(name + later)) return name + later
    const path = join(file, '..', name + later).replaceAll('\\', '/')
    return type && file.startsWith('src/preload/') ? `type ${path}` : path
  })
}
