// Programs of several files: what the text of one names, and what all of them are as one.
import { isObject } from '../../text/json.ts'
import type { ProgramLanguage, ProgramUse } from '../../tree/program.ts'

/** One text that stands for a program's text and all its other files; the same ones in another order are the same. */
export function wholeText({ text, files = {} }: Pick<ProgramUse, 'text' | 'files'>): string {
  const others = Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return others.length ? JSON.stringify([text, others]) : text
}

// `import … from './prices.js'`, `export … from`, `import './start.js'`. One in a comment names a file too, which does no harm.
const IMPORT = /\b(?:from|import)\s?["'](\.{1,2}\/[^"'\n]{1,200})["']/g

/** The files that code imports, by their paths from the program's folder. What lies outside it is left out. */
export function importedBy(text: string, name: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, path = '']) => pathFrom(name, path) ?? [])
}

/** The files that data includes. */
export function includedBy(value: unknown): string[] {
  const { include } = isObject(value) ? value : {}
  return [include ?? []].flat().flatMap((path) => (typeof path === 'string' ? (pathFrom('', path) ?? []) : []))
}

const IS_DOMAIN = /\(domain\s/
const IS_PROBLEM = /\(problem\s/

/**
 * Where the rest of a world of PDDL usually lies: beside a problem its domain, beside a domain its problem, and beside both their words.
 * @param others the texts of files that are known already
 */
export function besidePddl(text: string, name: string, others: readonly string[]): string[] {
  if (text.trimStart().startsWith('{')) return []
  const all = [text, ...others].join('\n').toLowerCase()
  const of = /\(:domain ([\w-]{1,80})/.exec(all)?.[1]
  const stem = name.replace(/\.\w+$/, '')
  if (IS_DOMAIN.test(all) && IS_PROBLEM.test(all)) return [`${stem}.twl2`]
  if (IS_PROBLEM.test(all))
    return [...(of === undefined ? [] : [`${of}.pddl`]), 'domain.pddl']
      .filter((one) => one !== name)
      .slice(0, 2)
      .concat(`${stem}.twl2`)
  return ['problem.pddl', `${stem}.twl2`]
}

/** Where a path leads that stands in a file of the program; `null` for what is outside its folder. */
export function pathFrom(name: string, path: string): string | null {
  const parts = name.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..' && !parts.length) return null
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** Whether programs in it have other files: a story is one. */
export const hasFiles = (language: ProgramLanguage): boolean => language !== 'z-machine'
