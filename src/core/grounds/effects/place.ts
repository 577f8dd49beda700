// Where a text says somebody is: in a repository, in the folder of what it is about, or where a prompt stands.

import { absolute } from '../../domains/shell/commands.ts'
import { commandOn } from './facts/prompt.ts'
import { printedBy, type StatedText } from './facts/said.ts'
import { isSurely } from './name-forms.ts'

const PATH = '(~?\\/[\\w.@/-]*[\\w@-]|~)(?=$|[\\s.,;:()#])'
const WHAT =
  '(?:repository|repo|project|code ?base|checkout|clone|workspace|source (?:tree|code)|sources|work(?:ing)? (?:tree|copy|directory|folder|dir)|work ?dir|cwd|current (?:directory|folder)|(?:task|project|source) files)'
const LIES =
  '(?: (?:layout|root|directory|folder|is|are|was|were|lies?|lives?|sits|run|runs|moved|copied|cloned|mounted|checked out|kept|stored|executed|found|located))*'
const IN = '(?: ?\\(| ?[:=]|,| in| at| to| from| under| into| inside)? ?'
// The first that fits says it. What stands further above says it more plainly.
const FORMS = [
  `\\b(?:work(?:ing)? (?:directory|folder|dir)|work ?dir|cwd|current (?:directory|folder))(?: is)?${IN}${PATH}`,
  `\\b(?:git )?${WHAT}${LIES}${IN}${PATH}`,
  `\\b(?:${WHAT}|commands?)${LIES} [^\\n/~]{0,60}?(?:in|to|at|from|under|into) ${PATH}`,
  `\\bwhere (?:you|I|we) (?:are|am)(?: now)?:? ${PATH}`,
  `^User [a-z_][\\w-]{0,31} (?:works|sits|is working) in ${PATH}`,
  `\\b(?:running|logged in|working) as [^.\\n/~]{0,40} in ${PATH}`,
  `\\b(?:[Yy]ou are|[Yy]ou're|I am|I'm|[Ww]ork(?:ing)?|[Ss]hell|[Tt]erminal|[Ss]ession|[Ll]ogged in)\\b[^.\\n/~]{0,50}\\bin (?:(?:the|an?|your|my)(?: \\w{1,12})? (?:directory|folder),? )?${PATH}`,
  `(?:^|[.] )In ${PATH},? (?:there (?:is|are)|you (?:find|have)) [^\\n]*:$`,
  `\\b(?:checked out|cloned|unpacked|check(?:out)? is|lies?) (?:(?:from )?URL,? )?(?:at|in|to|into|under) ${PATH}`,
  `^${PATH}(?:,| is| holds| contains| has) (?:a|an|the) [^.\\n]{0,30}(?:repository|repo|checkout|clone|project|work(?:ing)? (?:tree|copy))\\b`,
  `\\bgit clone URL ${PATH}`,
  `^In ${PATH} ?(?:\\([^()]{0,60}\\))? there is (?:a|the) (?:git )?repository`,
  `\\bsitting in ${PATH}`,
  `\\b(?:you|I|we|she|he|they|users? [a-z_][\\w-]{0,31})\\b[^.\\n/~]{0,40}? (?:lands?|stands?|sits?|begins?|starts?|finds? (?:yourself|myself|herself|himself)) in ${PATH}`,
  `\\b(?:im|in dem|in the|in der|dans le|dans la|en la|en el) (?:Verzeichnis|Ordner|dossier|répertoire|carpeta|directorio) ${PATH}`,
  `\\b[Cc]onnecté(?:e|s)? [^.\\n/~]{0,40} dans ${PATH}`,
  `\\b(?:change|go|move|switch) (?:in)?to (?:the )?(?:directory |folder )?${PATH}`,
  `\\b(?:shell|terminal|session) (?:belongs to|is) [a-z_][\\w-]{0,31},? (?:at|in) ${PATH}`,
  `\\buser [a-z_][\\w-]{0,31} (?:on|at) (?:the )?(?:host |machine |server )?[\\w.-]{1,63},? in ${PATH}`,
  `\\b(?:is|as) (?:the )?user [a-z_][\\w-]{0,31}(?: \\([^()~/]{0,60}\\))?,? (?:in|at) ${PATH}`,
  `^(?:\\w{1,20} is|she is|he is|they are|we are|I'm|you are|you're)(?: now| currently)?(?: \\w{1,20})? (?:in|inside|at) [^.~/]{0,40}?,? ?${PATH}`,
  `^(?:[Uu]ser:? )?[a-z_][\\w-]{0,31}@[\\w.-]{1,63},? (?:in )?${PATH}`,
  `^(?:[Tt]he )?(?:[Dd]irectory|[Ff]older):? ${PATH}`,
  `(?:^|[.:] )(?:[Tt]he )?(?:[Cc]ontents?|[Ll]ayout|[Tt]ree|[Ss]tructure) (?:of|in|under|at) ${PATH}:`,
  `^(?:[Tt]he (?:directory|folder) )?${PATH} (?:has|contains|holds)[^\\n:]{0,40}:$`,
  `\\b(?:I|[Yy]ou|[Ww]e) have (?:this|these|the following|it) in ${PATH}`,
  `\\b(?:I|[Yy]ou|[Ww]e) (?:run|ran|start|work|call|execute|do|did)\\b[^.\\n/~]{0,50}\\bin ${PATH}`,
  // The first step of what somebody did.
  `^(?:\\d{1,2}[.)] |[-*] )?(?:First,? )?cd ${PATH}$`
].map((form) => new RegExp(form, 'i'))

// What an agent is to work on: "its in ~/jam".
const OF_CODE = new RegExp(`\\b(?:its|it['’]s|it is|everything['’]?s?|all of it)(?: is| lives| all)? in ${PATH}`, 'i')

const isFolder = (name: string, text: string): boolean =>
  ['folder', 'directory'].some((word) =>
    [`${word} ${name}`, `${word} called ${name}`, `${word} named ${name}`, `${name} ${word}`].some((one) =>
      text.includes(one)
    )
  ) || text.includes(`${name}/`)

const SOMEWHERE =
  /\b(?:I am|I'm|[Yy]ou are|[Yy]ou're|[Ss]he is|[Hh]e is)(?: now| currently| right now)? (?:in|inside) (?:the |my |her |his |your )?(?:folder |directory )?([\w-]{2,40})\b(?![/.])/

// "Files in /srv/work: report.py, sales.csv."
const FILES = new RegExp(`(?:^|[.:] )(?:the )?files (?:in|under|at|of) ${PATH}: ([\\w.-]{3,60})`, 'im')

const WENT = /^cd (~?\/[\w@./-]{1,200}|~)(?: &&|;|$)/

/** @param text its sentences, a line each @param said the same, with what commands printed @param body all of the text @param code whether somebody works on code there */
export function placeIn(
  text: string,
  said: StatedText,
  { home, body, code = false }: { home: string; body: string; code?: boolean }
): string | null {
  const printed = printedBy(said, /^pwd$/)[0]
  if (printed?.startsWith('/')) return printed
  // What stands in brackets tells of somebody, and not of where they are.
  const lines = text
    .replaceAll(/[`"“”]|\*\*/g, '')
    // An address has no path of this machine.
    .replaceAll(/\b(?:https?|ssh|git):\/\/[^\s)>\]]+|\bgit@[\w.-]+:[\w./~-]+/gi, 'URL')
    .split('\n')
    .flatMap((line) => (/\([^()/~]+\)/.test(line) ? [line, line.replaceAll(/ ?\([^()/~]{1,200}\)/g, '')] : [line]))
  for (const form of code ? [...FORMS, OF_CODE] : FORMS) {
    for (const line of lines) {
      const path = pathIn(form, line)
      if (path !== undefined && !(/\.\w+$/.test(path) && isSurely(path))) return absolute(path, { cwd: '/', home })
    }
  }
  // "I'm in hw3", where there is a folder of that name at home.
  for (const line of lines) {
    const name = SOMEWHERE.exec(line)?.[1]
    if (name !== undefined && isFolder(name, text.replaceAll(/[`'"]/g, ''))) return absolute(name, { cwd: home, home })
  }
  // "$ cd ~/app && ls"
  const went = body
    .split('\n')
    .map((line) => WENT.exec(commandOn(line) ?? '')?.[1])
    .findLast((one) => one !== undefined)
  if (went !== undefined) return absolute(went, { cwd: '/', home })
  // Of a folder whose files are shown below by their names alone.
  const [, folder, name = ''] = FILES.exec(text.replaceAll('`', '')) ?? []
  return folder !== undefined && body.split(name).length > 2 ? absolute(folder, { cwd: '/', home }) : null
}

// What a line may say before it says it: more are no words.
const TRIES = 4

/** What the form finds, but where it begins within a path: "/workspace/app" speaks of no workspace. */
function pathIn(form: RegExp, line: string): string | undefined {
  for (let from = 0, tries = 0; tries < TRIES; tries++) {
    const found = form.exec(line.slice(from))
    if (!found) return undefined
    const at = from + found.index
    if (!/[/.-]/.test(line[at - 1] ?? '')) return found[1]
    from = at + 1
  }
  return undefined
}

/** Whose home the shell stands in that a text shows without its user. */
export const homeIn = (said: StatedText): string | null =>
  /^\/home\/([a-z_][\w-]{0,31})(?:\/|$)/.exec(printedBy(said, /^pwd$/)[0] ?? '')?.[1] ?? null

const PROMPT =
  /(?:^|[\n:] ?|\b(?:shows|is|reads|says) [`"]?)\[?([a-z_][\w.-]{0,31})@([\w.-]{1,63})[: ] ?(~?[/~]?[^\s#$\]]{0,100})\]?[#$](?=[ \n`"]|$)/g

/** Whose the last prompt of a text is, on which machine, and where; `[]` where it shows none. */
export const promptIn = (text: string): string[] => [...text.matchAll(PROMPT)].at(-1)?.slice(1) ?? []
