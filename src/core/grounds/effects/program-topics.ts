// What initial states tell of programs beside that they run: whether they are there, in which version, and what was done and logged with them.

import type { StateChange } from '../../tree/ground.ts'
import { type DoubtTopic, never, type ReadClause } from './doubt-topic.ts'
import { known } from './facts/known.ts'
import { PYTHON_PACKAGES } from './facts/packages.ts'

/** Programs and packages that are made as they are told. */
const told = (effects: readonly StateChange[]): Set<string> =>
  new Set(
    effects.flatMap((one) => {
      if (one.do === 'version') return [one.program]
      if (one.do === 'uninstall') return [one.name]
      return one.do === 'install' ? [one.name, ...(one.commands ?? [])] : []
    })
  )

/** Words of a clause that may be those of programs, and that no rule has made so. */
const untold = ({ effects, clause: { text } }: ReadClause): string[] => {
  // One that is named elsewhere as if it were there is not missing yet.
  const known = told(effects.filter((one) => one.do !== 'install'))
  const words = text.match(/[A-Za-z][\w.+-]{0,40}/g) ?? []
  return [...new Set(words.flatMap((word) => [word, word.toLowerCase()]))].filter(
    (word) => !known.has(word) && !PLAIN.test(word) && !PYTHON_PACKAGES.has(word)
  )
}

const PLAIN =
  /^(?:the|a|an|is|are|was|no|not|and|or|of|in|on|it|to|but|for|only|all|installed|available|missing|there|here|ls|cat|cd|find|test|echo|who|which|type|at|from|file|last|time|make|more|less|sort|sleep|kill|date|watch|look|cut|head|tail|true|false|yes|absent|missing|packages?|from|cron|to|as|with|by|size|kernel|version|than|about|has|extra|used|isn|aren|t|this|machine|box|server|system|host|internet|network|access|connection|connectivity|way|need|idea)$/i

const NO = /\b(?:no|without) ((?:[\w+.-]{1,40}(?:, (?:and |or |no )?| and (?:no )?| or (?:no )?)){0,8}[\w+.-]{1,40})/gi
const LACKS = /\b(?:missing|absent|uninstalled|not|lacks?)\b|n['’]t\b/i

// A program that is asked for need not be there.
const WISHED =
  /\b(?:requires?|needs?|wants?|expects?|supports?|tested (?:with|on)|compatible|minimum|at least|or (?:newer|later))\b/i
// What stands before a number that is no program's.
const NO_PROGRAM =
  /^(?:says?|holds?|contains?|tagged|tags?|releases?|released|reads?|shows?|is|was|driver|section|chapter|step|costs?|load|average|about|over|under|than|branch|v)$/i

export const PROGRAM_TOPICS: DoubtTopic[] = [
  {
    what: 'Programs that are not there',
    said: /\b(?:missing|absent|uninstalled|not (?:on|in) (?:this|the) (?:machine|box|server|system|host)|not (?:yet )?(?:been )?(?:installed|available|present)|lacks?|without(?! (?:a |any )?password)|no(?! password))\b|n['’]t (?:been )?(?:installed|available|there|present)\b|\b(?:is|are)(?:n['’]t| not)$/i,
    all: true,
    shows: /^(?!(?:apt|apt-get|pip3?|npm|cd|mkdir|rm|ls|cat|touch|cp|mv)\b)\S/,
    isRead: never,
    of: (read) => {
      const { text, sentence } = read.clause
      // "no changes added (use git add)" is about no program: only what stands behind the word.
      const only = LACKS.test(text) ? null : [...text.matchAll(NO)].map(([, list = '']) => list).join(' ')
      const words = only === null ? read : { ...read, clause: { ...read.clause, text: only } }
      return /\b(?:installed|available|missing|absent|present|not (?:on|in) (?:this|the) \w+)\b/i.test(sentence)
        ? untold(words)
        : untold(words).filter((name) => known(name) !== undefined)
    },
    changedBy: /^(?:apt|apt-get|pip3?|npm|dpkg|snap|make|curl|wget)\b/
  },
  {
    what: 'A package that is installed from its source',
    said: /\b(?:development|develop|editable) (?:mode|install\w*)\b|\binstalled (?:as )?editable\b|\bpip3? install (?:\S+ )?-e\b/i,
    shows:
      /^pip3? (?:show|list|freeze|check)\b|^python[\d.]* (?:-m pip (?:show|list|freeze)\b|-c .*\b(?:import|from)\b)/,
    isRead: never,
    changedBy: /^pip3? (?:un)?install\b/
  },
  {
    what: 'Versions of programs',
    said: /\b[A-Za-z][\w+-]{0,30} v?\d{1,4}\.\d/,
    shows: /^\S+ (?:--version|-V|-v|-version|version)$|^(?:dpkg|apt|apt-cache|pip3?) (?:-l|-s|show|policy|list)\b/,
    isRead: never,
    of: ({ effects, clause }) =>
      [...clause.text.matchAll(/\b([A-Za-z][\w+-]{0,30}) v?(\d{1,4}\.\d[\w.]*)/g)].flatMap(
        ([, name = '', version = '']) =>
          PLAIN.test(name) ||
          NO_PROGRAM.test(name) ||
          WISHED.test(clause.sentence) ||
          /^(?:\d{1,3}\.){3}\d{1,3}$/.test(version) ||
          effects.some((one) => 'version' in one && one.version.startsWith(version.replace(/\.$/, '')))
            ? []
            : [name, name.toLowerCase()]
      ),
    changedBy: /^(?:apt|apt-get|pip3?|npm|dpkg|snap)\b/
  },
  {
    what: 'Modules of the environment',
    said: /\bmodules?\b[^;]{0,60}\bload(?:ed)?\b|\bload(?:ed|s)?\b[^.;]{0,30}\bmodules?\b/i,
    shows: /^\S/,
    isRead: never,
    of: ({ clause: { sentence } }) => [
      'module',
      ...[...sentence.matchAll(/\b([a-z][\w+-]{0,30})\/\d/g)].map(([, name = '']) => name)
    ]
  },
  {
    what: 'Commands of earlier sessions',
    said: /\b(?:history|HISTFILE|bash_history)\b/i,
    shows: /^history\b|^\w+ (?:\S+ )*\S*_history\b/,
    // "History, newest first" above commits is theirs.
    isRead: ({ effects, clause: { sentence } }) =>
      effects.some(
        (one) =>
          (one.do === 'write' && one.path.endsWith('_history')) ||
          (one.do === 'git' && !/\b(?:shell|bash|zsh|commands?|typed|HISTFILE)\b|bash_history/i.test(sentence))
      )
  },
  {
    what: 'What the kernel and the journal say',
    said: /\b(?:dmesg|journal(?:ctl|d)?|kernel (?:log|ring buffer|messages?)|OOM killer)\b/i,
    shows: /^(?:dmesg|journalctl)\b/,
    isRead: never
  }
]
