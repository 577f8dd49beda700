// What initial states tell of files beside what is in them: how much they hold, how large and how old they are, and how many there are.

import type { StateChange } from '../../tree/ground.ts'
import { type DoubtTopic, never, some } from './doubt-topic.ts'

const COUNT =
  '(?:\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,9}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|twenty|thirty|forty|fifty|hundred|several|many|dozens of|hundreds of)'
const COUNTED = new RegExp(`\\b${COUNT}\\b`, 'i')
const CHANGED = /> \S|^(?:cp|mv|rm|tee|truncate|dd|install|split|vi|vim|nano|sed -i|git|tar|unzip|touch|mkdir|gzip)\b/

export const FILE_TOPICS: DoubtTopic[] = [
  {
    what: 'How much is in files that are not shown',
    said: new RegExp(
      `\\b${COUNT} (?:\\w{1,12} )?(?:lines|rows|entries|records|bytes|errors|requests|warnings|hashes|words|commands)\\b|\\b(?:last|first) (?:line|one|entry|row)\\b`,
      'i'
    ),
    shows: /^(?:wc|tail|du|stat|ls -\w*[ls]|grep -\w*c)/,
    isRead: never,
    ofPath: 'file',
    changedBy: CHANGED
  },
  {
    what: 'How large files are',
    said: /(?<![\w.])\d[\d.,]{0,12} ?(?:[KMGT]i?B?|kB|(?:kilo|mega|giga|tera)bytes)(?![\w]| (?:of )?(?:RAM|memory|swap|disk|root|partition|volume|free|total|left))/,
    shows: /^(?:wc -\w*c|stat|ls -\w*[lsS]|find .*-size|du)/,
    isRead: ({ effects, clause: { names } }) =>
      effects.some(
        (one) =>
          one.do === 'stamp' &&
          one.size !== undefined &&
          // One whose content is known has its size by that.
          !effects.some((other) => other.do === 'write' && other.path === one.path) &&
          [...names].some((name) => one.path.endsWith(`/${name}`) || one.path === name)
      ),
    of: ({ effects, near = [], clause: { names, text } }) => {
      const own = [...names].filter(isName)
      // "/var/log/a.log, which is huge, 3.4G": of what the sentence names.
      return (
        own.length > 0 || /\b(?:together|in (?:all|total)|total|altogether)\b/i.test(text)
          ? own
          : near.filter((name) => /[/.]\w/.test(name))
      )
        .filter((name) => isName(name) && !isStamped(effects, name, 'size'))
        .map(lastOf)
    },
    changedBy: CHANGED
  },
  {
    what: 'How much room files take',
    said: /(?<![\w.])\d[\d.,]{0,12} ?[KMGT]i?B(?!\w| (?:of )?(?:RAM|memory|swap|disk|root|partition|volume|free|total|left))/,
    shows: /^du\b/,
    isRead: never,
    ofPath: 'either',
    changedBy: CHANGED
  },
  {
    what: 'Which files are newer',
    said: /(?<![\w`'"/.-])(?:newer|older|newest|oldest|most recent|latest)\b(?! first\b|[`'"])/i,
    shows: /^(?:stat|ls -\w*[lt]|find .*-(?:newer|mtime|mmin))/,
    isRead: some((one) => one.do === 'stamp' && one.modified !== undefined),
    ofPath: 'either',
    changedBy: CHANGED
  },
  {
    what: 'How old files are',
    said: /\b(?:dated|modified|changed|touched|created|written|updated|edited|mtime|uploaded|rotated)\b[^.;]{0,40}(?:\d|\bago\b|\byesterday\b|\btoday\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)|\b(?:minutes?|hours?|days?|weeks?|months?|years?) (?:ago|old)\b|\b[A-Z][a-z]{2} +\d{1,2} +(?:\d\d:\d\d|\d{4})\b/,
    shows: /^(?:stat|ls -\w*[lt]|find .*-(?:newer|mtime|mmin|printf)|date (?:-r|--reference))/,
    isRead: some(
      (one, { names }) =>
        one.do === 'stamp' &&
        one.modified !== undefined &&
        [...names].some((name) => one.path.endsWith(`/${name}`) || one.path === name)
    ),
    of: ({ effects, clause: { sentence, names } }) =>
      [...names, ...(sentence.match(/[~/\w@+.-]{3,100}/g) ?? []).filter((word) => /[/.]\w/.test(word))]
        .map(lastOf)
        .filter((name) => isName(name) && !isStamped(effects, name, 'modified')),
    changedBy: CHANGED
  },
  {
    what: 'What is not there',
    said: /\b(?:no|deleted?|removed?|gone|missing|absent|not there|does not exist|doesn['’]t exist|no longer exists?|lost)\b/i,
    all: true,
    shows: /^(?!(?:touch|mkdir|rm|cp|mv|ln|tee|echo|printf)\b)\S+ /,
    isRead: never,
    of: ({ effects, clause: { text } }) => {
      const gone = [...text.matchAll(GONE)].flatMap(([, one, other]) => one ?? other ?? [])
      const had = effects.flatMap((one) => ('path' in one && one.do !== 'remove' ? lastOf(one.path) : []))
      return gone.map(lastOf).filter((name) => had.includes(name))
    },
    changedBy: CHANGED
  },
  {
    what: 'A virtual environment of Python',
    said: /\b(?:virtual ?env\w*|virtual environment|venv)\b/i,
    shows: /(?:^|[ ./])\.?(?:v|virtual)?env\/|^(?:source|\.) \S*activate\b|^ls -\w*[aA]/,
    isRead: some((one) => 'path' in one && /\/\.?(?:v|virtual)?env\//.test(one.path))
  },
  {
    what: 'A virtual environment that is active',
    said: /\b(?:virtual ?env\w{0,8}|virtual environment|venv)\b[^\n]{0,40}\bactiv(?:e|ated)\b|\bactivated? (?:the |its )?[`'"]?(?:virtual ?env|venv|\.venv)/i,
    shows:
      /^(?:(?:which|type|command -v|whereis) )?(?:python|pip)[\d.]*\b|\$\{?(?:VIRTUAL_ENV|PATH)\b|^(?:env|printenv)\b/,
    isRead: some((one) => one.do === 'install' && one.venv !== undefined)
  },
  {
    what: 'How many files there are',
    said: new RegExp(
      `\\b${COUNT} (?:\\w{1,12} ){0,2}(?:files|archives|scripts|logs|images|folders|directories|subdirs|backups|dumps|tarballs|pictures|photos|songs|videos|jpe?gs|pngs|pdfs|csvs|gifs|mp3s|notebooks|documents|recordings|screenshots|modules|tests|snapshots|chapters|samples|reports|items|entries|migrations|certificates|keys|messages|mails|jobs|pages|tickets)\\b`,
      'i'
    ),
    shows: /^(?:ls|find|tree|du|python[\d.]* -c|node -[ep]|perl -\w*e|stat|for)\b/,
    isRead: ({ effects, clause: { text, sentence, names } }) => {
      const [told = ''] = COUNTED.exec(text) ?? []
      const count = WORDS.indexOf(told.toLowerCase()) + 1 || Number(told.replaceAll(',', ''))
      // "three files: a.py, b.py and c.py"
      const files = new Set(sentence.split(/[^\w@+.-]+/).filter((word) => /[^.]\.[a-z]\w{0,7}\.?$/i.test(word)))
      if (files.size >= count && count > 0) return true
      const folders = [...names].filter((name) => name.includes('/')).map((name) => name.replace(/^~|\/$/g, ''))
      const paths = new Set(effects.flatMap((one) => ('path' in one ? one.path : [])))
      return folders.some(
        (folder) => [...paths].filter((path) => path.slice(0, path.lastIndexOf('/')).endsWith(folder)).length === count
      )
    },
    ofPath: 'folder',
    changedBy: CHANGED
  }
]

const lastOf = (path: string): string => path.replace(/\/$/, '').slice(path.replace(/\/$/, '').lastIndexOf('/') + 1)
// "there is no rotate.sh", "the directory backup was deleted"
const GONE =
  /\bno (?:file |folder |directory |script )?[`'"]?([\w./~-]{1,60}\.\w{1,8})\b|([\w./~-]{2,80})[`'"]? (?:is|was|has been|are|were) (?:\w{1,12} )?(?:deleted|removed|gone|missing|absent|not there|lost)\b/gi
const WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A word that may be the name of a file, and no unit, zone or mode. */
const isName = (name: string): boolean =>
  /^[^\d-]/.test(name) && !/^(?:[A-Z]{2,4}|[KMGT]i?B|[dl]?[rwxsStT-]{4,10})$/.test(name)

const isStamped = (effects: readonly StateChange[], name: string, as: 'size' | 'modified'): boolean =>
  effects.some((one) => one.do === 'stamp' && one[as] !== undefined && lastOf(one.path) === lastOf(name))
