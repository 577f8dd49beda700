// Which folder a text says is a repository: "The app lives in /srv/shop and is a git checkout", "a git repository, ~/site".

import { absolute } from '../../domains/shell/commands.ts'

const PATH = '[`\'"]?(~?/[\\w.@+/-]{0,120}[\\w@+-])[`\'"]?'
const KIND = '(?:git )?(?:repository|repo|checkout|clone|work(?:ing)? (?:tree|copy))(?! (?:name|url|server|host)\\b)'
const FORMS = [
  `${PATH}(?:,? (?:and|which|that|it))?(?:,| is| -| –| —|:| \\()(?: also| just| only)? ?(?:an?|the|its|his|her|my|your) (?:[\\w-]{1,12} ){0,2}?${KIND}\\b`,
  `\\b(?:git )(?:repository|repo|checkout|clone)(?: is| lives| lies)?(?: in| at|:|,)? ${PATH}`,
  `^(?:The )?(?:[Rr]epository|[Rr]epo|[Cc]heckout):? ${PATH}`
].map((form) => new RegExp(form, 'i'))

/** `null` where the text names no such folder, or more than one. */
export function repositoryPlaceIn(text: string, { cwd, home }: { cwd: string; home: string }): string | null {
  const told = text.replaceAll(/\b(?:https?|ssh|git):\/\/[^\s)>\]]+|\bgit@[\w.-]+:[\w./~-]+/gi, 'URL')
  const paths = told.split(/\n|\.(?=\s)/).flatMap((sentence) =>
    FORMS.flatMap((form) => {
      const { 0: whole, 1: path } = form.exec(sentence.trim()) ?? { 0: '', 1: undefined }
      return path === undefined || /\bbare\b/i.test(whole) || path.endsWith('.git')
        ? []
        : [absolute(path, { cwd, home })]
    })
  )
  const [first = null, ...more] = new Set(paths)
  return more.length > 0 ? null : first
}
