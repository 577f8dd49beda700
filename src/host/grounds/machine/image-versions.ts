// The languages that the machine runs itself, by the packages of its image.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Up to the number that programs of one version run by: Python's second, node's first.
const LANGUAGES: Record<string, RegExp> = {
  python3: /^python3 (?:\d+:)?(\d+\.\d+)/m,
  node: /^nodejs (?:\d+:)?(\d+)/m
}

/** The version by program, without those that the image lacks. `{}` for an image that names no packages. */
export function runsOf(folder: string): Record<string, string> {
  let packages = ''
  try {
    packages = readFileSync(join(folder, 'packages.txt'), 'utf8')
  } catch {
    return {}
  }
  return Object.fromEntries(
    Object.entries(LANGUAGES).flatMap(([program, version]) => {
      const own = version.exec(packages)?.[1]
      return own === undefined ? [] : [[program, own]]
    })
  )
}
