// What initial states tell of files beside what is in them: how much they hold, how large and how old they are, and how many there are.

import { type DoubtTopic, never, some } from './doubt-topic.ts'

const COUNT =
  '(?:\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,9}|two|three|four|five|six|seven|eight|nine|ten|twelve|several|many|dozens of)'

export const FILE_TOPICS: DoubtTopic[] = [
  {
    what: 'How much is in files that are not shown',
    said: new RegExp(
      `\\b${COUNT} (?:\\w{1,12} )?(?:lines|rows|entries|records|bytes|errors|requests|warnings)\\b|\\b(?:last|first) (?:line|one|entry|row)\\b`,
      'i'
    ),
    shows: /^(?:wc|tail|du|stat|ls -\w*[ls]|grep -\w*c)/,
    isRead: never,
    ofPath: 'file'
  },
  {
    what: 'How large files are',
    said: /(?<![\w.])\d[\d.,]{0,12} ?(?:[KMGT]i?B?|kB|(?:kilo|mega|giga|tera)bytes)(?![\w]| (?:of )?(?:RAM|memory|swap|disk|root|partition|volume|free|total|left))/,
    shows: /^(?:df|wc -\w*c|stat|ls -\w*[lsS]|find .*-size)/,
    isRead: some(
      (one, { names }) =>
        one.do === 'stamp' &&
        one.size !== undefined &&
        [...names].some((name) => one.path.endsWith(`/${name}`) || one.path === name)
    ),
    ofPath: 'file'
  },
  {
    what: 'How much room files take',
    said: /(?<![\w.])\d[\d.,]{0,12} ?[KMGT]i?B(?!\w| (?:of )?(?:RAM|memory|swap|disk|root|partition|volume|free|total|left))/,
    shows: /^du\b/,
    isRead: never,
    ofPath: 'either'
  },
  {
    what: 'Which files are newer',
    said: /\b(?:newer|older|newest|oldest|most recent|latest)\b(?! first\b)/i,
    shows: /^(?:stat|ls -\w*[lt]|find .*-(?:newer|mtime|mmin))/,
    isRead: some((one) => one.do === 'stamp' && one.modified !== undefined),
    ofPath: 'either'
  },
  {
    what: 'A virtual environment of Python',
    said: /\b(?:virtual ?env\w*|virtual environment|venv)\b/i,
    shows: /(?:^|[ ./])\.?(?:v|virtual)?env\/|^(?:source|\.) \S*activate\b|^ls -\w*[aA]/,
    isRead: some((one) => 'path' in one && /\/\.?(?:v|virtual)?env\//.test(one.path))
  },
  {
    what: 'How many files there are',
    said: new RegExp(
      `\\b${COUNT} (?:\\w{1,12} ){0,2}(?:files|archives|scripts|logs|images|folders|directories|subdirs|backups|dumps|tarballs|pictures|photos|songs|videos|jpe?gs|pngs|pdfs|csvs|gifs|mp3s)\\b`,
      'i'
    ),
    shows: /^(?:ls|find|tree|du)\b/,
    isRead: ({ effects, clause: { text, names } }) => {
      const count = Number(/\d[\d,]*/.exec(text)?.[0]?.replaceAll(',', '') ?? 0)
      const folders = [...names].filter((name) => name.includes('/')).map((name) => name.replace(/^~|\/$/g, ''))
      const paths = new Set(effects.flatMap((one) => ('path' in one ? one.path : [])))
      return folders.some(
        (folder) => [...paths].filter((path) => path.slice(0, path.lastIndexOf('/')).endsWith(folder)).length === count
      )
    },
    ofPath: 'folder'
  }
]
