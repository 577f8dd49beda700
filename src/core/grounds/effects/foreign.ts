// Whether a text is in a language that the rules do not read: then nothing of the machine is known to be as the text has it.

import type { Doubt } from './doubt-topic.ts'
import type { Initial } from './initial.ts'

// Words that a sentence of the language can hardly do without, and that are none of English.
const OTHERS =
  /(?<![\p{L}\d./_-])(?:im|ihr|zwei|drei|als|nur|gibt|noch|le|est|êtes|vous|sous|deux|cette|qui|ses|se|tres|dos|eres|usuario|der|die|das|ein|eine|einen|und|ist|sind|nicht|mit|auf|liegt|läuft|heißt|gehört|wird|dem|den|des|für|el|la|los|las|una|con|del|está|hay|por|que|tiene|les|une|des|sont|dans|avec|et|pour|sur|il|gli|di|che|sono|nella|nel|della|è|um|uma|não|na|da|para|het|niet|zijn|och|är|som|jest|nie|są)(?![\p{L}\d./_-])/giu
const ENGLISH =
  /(?<![\p{L}\d./_-])(?:the|is|are|of|and|in|to|it|with|has|for|an|this|that|its|was|not|no|by|at|from|there)(?![\p{L}\d./_-])/giu
const LETTERS = /\p{L}/gu
const LATIN = /\p{Script=Latin}/gu

// Fewer may stand in names and titles.
const LEAST = 4

export function isForeign(body: string): boolean {
  const count = (fits: RegExp): number => body.match(fits)?.length ?? 0
  const letters = count(LETTERS)
  if (letters > 40 && count(LATIN) < letters * 0.6) return true
  const others = count(OTHERS)
  return others >= LEAST && others > count(ENGLISH)
}

const WHAT = 'A text in another language'
// What shows how the machine or its files are, and not only what a program makes of its arguments.
const SHOWS =
  /^(?:ls|cat|head|tail|less|more|wc|stat|find|tree|du|file|grep|egrep|awk|sort|cut|readlink|realpath|test|\[|tar|unzip|zip|getent|who|w|users|last|hostnamectl|uname|uptime|date|timedatectl|nproc|lscpu|free|df|lsblk|mount|findmnt|ps|pgrep|pidof|top|ss|netstat|lsof|ip|systemctl|service|journalctl|dmesg|crontab|env|printenv|history|alias|locale|which|type|whereis|dpkg|apt|pip3?|sudo|psql|mysql|sqlite3|docker)\b|^\S+ (?:--version|-V)$|^\.\/|\$[A-Z]/
const OTHER_PARTS: { what: string; shows: RegExp; isRead(initial: ReadText): boolean }[] = [
  {
    what: `${WHAT}: who is there`,
    shows: /^(?:whoami|id|groups|logname)\b/,
    isRead: ({ user, effects }) => user !== 'root' || effects.some((one) => one.do === 'user')
  },
  { what: `${WHAT}: where`, shows: /^pwd\b/, isRead: ({ cwd, home }) => cwd !== home && cwd !== '/' },
  {
    what: `${WHAT}: the machine's name`,
    shows: /^hostname\b/,
    isRead: ({ effects }) => effects.some((one) => one.do === 'host')
  },
  {
    what: `${WHAT}: its repository`,
    shows: /^git\b/,
    isRead: ({ effects }) => effects.some((one) => one.do === 'git' && one.commits.length > 0)
  }
]
type ReadText = Pick<Initial, 'effects' | 'user' | 'home' | 'cwd'>

/** The doubts about all of it, but for what a rule has read all the same, and for files that have their content. */
export function foreignDoubts(initial: ReadText): Doubt[] {
  const known = initial.effects.flatMap((one) => (one.do === 'write' ? one.path : []))
  return [
    { at: '', what: WHAT, shows: SHOWS, known, exceptMade: true },
    ...OTHER_PARTS.filter(({ isRead }) => !isRead(initial)).map(({ what, shows }) => ({ at: '', what, shows }))
  ]
}
