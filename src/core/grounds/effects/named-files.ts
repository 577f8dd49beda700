// Files of a repository that sentences name, wherever in them: a coding agent finds them in its listings, though nobody has told what is in them.

import { absolute } from '../../domains/shell/commands.ts'
import type { StateChange } from '../../tree/ground.ts'
import { clausesIn, PLAN } from './clauses.ts'
import { isSurely } from './name-forms.ts'
import { namesIn } from './names.ts'

// Before a name: what comes of a program, what was there once, and what is not there.
export const NOT_BEFORE =
  /\b(?:ignor\w*|writes?|writing|produc\w*|generat\w*|creat\w*|outputs?|saves?|exports?|emits?|renam\w*|moved|deleted|removed|called like|instead of|imports?|requires?|expects?|lacks?|no|without|neither|nor)\b/i
// "a link to setup.md, which does not exist"
const GONE =
  /\b(?:do(?:es)? not exist|do(?:es)?n't exist|(?:is|are) (?:missing|gone|absent|not (?:there|present))|no longer|(?:was|were|has been|have been) (?:deleted|removed|moved|renamed)|used to)\b/i
const FOLDER = /\b(?:folders?|director(?:y|ies)|subdir\w*)\b|(?:^|[\s`'"(])[\w@.~/-]*\/(?=[\s`'",;:.)]|$)/i
// "- /repo/packages/ui: version 1.4.0": what follows is about that folder.
const OF_FOLDER = /^(?:[-*•] )?[`'"]?(\/[\w@./-]{1,200})[`'"]?(?::| holds| contains| has)\s/
// "Button.tsx and index.ts under src/"
const BELOW =
  /^[`'"]?(?: file)?(?:(?:, (?:and )?| and )[`'"]?[\w@.-]{1,60}[`'"]?){0,12} (?:under|in|inside|below) (?:the )?[`'"]?(?:([\w@-][\w@./-]{0,100})\/|(\.[a-z][\w-]{1,30})\b)(?=[`'",;.\s)]|$)/

/**
 * Claims of the files that `body` names and that nothing else was read of.
 * @param at where names without a folder lie @param effects what has been read of the text
 */
export function namedFiles(
  body: string,
  { cwd, home, effects }: { cwd: string; home: string; effects: readonly StateChange[] }
): StateChange[] {
  const known = effects.flatMap((one) =>
    'path' in one && !(one.do === 'claim' && one.path === `${cwd}/.gitignore`) ? [one.path] : []
  )
  const found = new Set<string>()
  for (const { text, sentence } of clausesIn(body, effects, { all: true })) {
    if (PLAN.test(sentence)) continue
    // The message of a commit and a command are not about what is there.
    const said = text.replaceAll(/"[^"\n]{0,200}"|`[^`\n ]{1,60} [^`\n]{0,200}`/g, (one) =>
      isSurely(one.slice(1, -1)) ? one : ' '
    )
    const above = OF_FOLDER.exec(sentence)?.[1]
    for (const { name, before } of namesIn(said)) {
      const ended = /\.\w/.test(name.slice(1)) ? isSurely(name) : !name.endsWith('/')
      const at = sentence.indexOf(name)
      const behind = sentence.slice(at + name.length).split(/[.;] /)[0] ?? ''
      // "a.md has a link to b.md, which is missing": the other one.
      const rest = /^[`'"]? (?:has|contains|holds|imports|links)\b/.test(behind)
        ? (behind.split(/\w\.\w/)[0] ?? '')
        : behind
      const below = name.includes('/')
        ? undefined
        : BELOW.exec(rest)
            ?.slice(1)
            .find((one) => one !== undefined)
      const path = absolute(below === undefined ? name : `${below}/${name}`, { cwd: above ?? cwd, home })
      if (!ended || !path.startsWith(`${cwd}/`) || NOT_BEFORE.test(before) || GONE.test(rest)) continue
      // A name alone, where its sentence speaks of a folder, may lie in that.
      if (!name.includes('/') && above === undefined && below === undefined && FOLDER.test(sentence.slice(0, at)))
        continue
      // Where a name alone is that of a file in a folder, that file is meant.
      if (known.some((one) => one === path || one.endsWith(`/${name}`) || one.startsWith(`${path}/`))) continue
      found.add(path)
    }
  }
  const all = [...found]
  const ignored = ignoredIn(body)
  return all
    .filter((path) => !all.some((one) => one !== path && one.endsWith(path.slice(cwd.length))))
    .map((path): StateChange => {
      const content = path === `${cwd}/.gitignore` ? ignored : null
      return content === null ? { do: 'claim', path, kind: 'file' } : { do: 'write', path, content }
    })
}

const IGNORES = /\.gitignore[`'"]? (?:contains|holds|has|lists|ignores|excludes) ([^\n]{1,300}?)(?=\.(?:\s|$)|;|\n|$)/

/** ".gitignore contains .venv/, *.db and build/": its lines. */
function ignoredIn(body: string): string | null {
  const list = IGNORES.exec(body)?.[1]
  const entries = list?.split(/, (?:and )?| and /).map((one) => one.replaceAll(/[`'"]/g, '').trim()) ?? []
  return entries.length > 0 && entries.every((one) => /^!?[\w.*?/@-]{2,60}$/.test(one))
    ? `${entries.join('\n')}\n`
    : null
}
