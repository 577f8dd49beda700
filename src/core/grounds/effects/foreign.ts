// Whether a text is in a language that the rules do not read: then nothing of the machine is known to be as the text has it.

import type { Doubt } from './doubt-topic.ts'

// Words that a sentence of the language can hardly do without, and that are none of English.
const OTHERS =
  /(?<![\p{L}\d./_-])(?:der|die|das|ein|eine|einen|und|ist|sind|nicht|mit|auf|liegt|läuft|heißt|gehört|wird|dem|den|des|für|el|la|los|las|una|con|del|está|hay|por|que|tiene|les|une|des|sont|dans|avec|et|pour|sur|il|gli|di|che|sono|nella|nel|della|è|um|uma|não|na|da|para|het|niet|zijn|och|är|som|jest|nie|są)(?![\p{L}\d./_-])/giu
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

/** What shows how the machine or its files are, and not only what a program makes of its arguments. */
export const FOREIGN: Doubt = {
  at: '',
  what: 'A text in another language',
  shows:
    /^(?:ls|cat|head|tail|less|more|wc|stat|find|tree|du|file|grep|egrep|awk|sort|cut|readlink|realpath|test|\[|tar|unzip|zip|whoami|id|groups|logname|getent|who|w|users|last|hostname|hostnamectl|uname|uptime|date|timedatectl|pwd|nproc|lscpu|free|df|lsblk|mount|findmnt|ps|pgrep|pidof|top|ss|netstat|lsof|ip|systemctl|service|journalctl|dmesg|crontab|env|printenv|history|alias|locale|which|type|whereis|dpkg|apt|pip3?|git|sudo|psql|mysql|sqlite3|docker)\b|^\S+ (?:--version|-V)$|^\.\/|\$[A-Z]/,
  exceptMade: true
}
