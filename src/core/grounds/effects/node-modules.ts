// Packages that a text says are installed in a project's node_modules: each has its version there, and the model answers for its programs.

import type { StateChange } from '../../tree/ground.ts'

const IN = /\bin (?:its |the )?`?node_modules\/?`?/
const ITEM = /(?<![\w./@-])(@?[A-Za-z][\w./@-]{0,60}) v?(\d{1,4}(?:\.[\w-]{1,20}){1,3})/g

/** The programs that packages bring, where that is not one of the package's name. */
export const PACKAGE_PROGRAMS: Record<string, string[]> = {
  typescript: ['tsc', 'tsserver'],
  '@biomejs/biome': ['biome'],
  '@playwright/test': ['playwright'],
  ...{ react: [], 'react-dom': [], express: [], lodash: [], zod: [], vue: [], svelte: [], axios: [], dayjs: [] }
}

/** @param cwd the project's folder */
export function nodeModulesIn(sentences: readonly string[], cwd: string): StateChange[] {
  return sentences.flatMap((sentence) => {
    const at = IN.exec(sentence)?.index
    if (at === undefined || /\b(?:not|nothing|no)\b/i.test(sentence.slice(0, at))) return []
    const before = sentence.slice(0, at)
    // What stands in brackets is said of the one before them.
    const all = [...before.matchAll(ITEM)]
    const named = before.lastIndexOf('(') > before.lastIndexOf(')') ? all.slice(-1) : all
    return named.flatMap(([, given = '', version = '']): StateChange[] => {
      const name = given.toLowerCase()
      if (/^(?:node|npm|nodejs|node\.js|yarn|pnpm)$/.test(name)) return []
      const programs = PACKAGE_PROGRAMS[name] ?? (/^[@/]/.test(name) ? [] : [name])
      return [
        {
          do: 'write',
          path: `${cwd}/node_modules/${name}/package.json`,
          content: `${JSON.stringify({ name, version }, null, 2)}\n`
        },
        ...programs.map(
          (one): StateChange => ({ do: 'claim', path: `${cwd}/node_modules/.bin/${one}`, kind: 'program' })
        )
      ]
    })
  })
}
