// What is not known of a world though its text seems to tell it: whose terminal it is, how its machine is called, and where it stands.

import { absolute } from '../../domains/shell/commands.ts'
import type { Initial } from './initial.ts'

export interface Unknown {
  user: string
  /** It is not known whose terminal it is, and the machine takes it for that user's. */
  nobody: boolean
  /** The text may name the machine, and no name was read. */
  nameless: boolean
  /** The text puts the project, or whoever sits there, elsewhere than where the shell stands. */
  elsewhere: boolean
}

// Somebody is at the terminal, however that is typed.
const SOMEBODY =
  /\b(?:log+e?d|angemeldet|eingeloggt|signed) (?:in|on)?|\b(?:as|als) (?!an?\b|the\b|is\b|it\b|of\b|well\b|follows\b|soon\b|described\b|usual\b)[„"'`*]{0,2}[a-z][\w-]+/i
const ROOT =
  /\b(?:as|are|is|am|user|login|account|shell|prompt|session|als|'re|'m)[:=]? (?:the )?[`'"*]{0,2}root\b|\broot(?:@|['’]s\b| shell| prompt| user| account| rights)/i
// Words beside the name of whoever sits there.
const OWN =
  /\b(?:you|your|you['’]re|i|i['’]m|im|my|me|who|whose|her|his|log\w*|sign\w*|operator|as|als|angemeldet|session|terminal|shell|prompt|whoami|account|sits?|works?|opened|(?<!\()user)\b/i
// What may be the name of a machine.
const MACHINE =
  /(?<![\w@/.:-])[a-z][a-z0-9-]{2,40}(?:\.[a-z][a-z0-9-]{1,40}){2,5}\b(?![/(])|\bhostn?a?me?\b|\b(?:server|box|machine|rechner|host|vm|node|container)\b[^.\n]{0,20}\b(?:is called|heißt|named|called|name)\b|(?<![\w@/.:-])[a-z]{2,20}(?:-[a-z0-9]{1,20}){0,3}-\d{1,3}(?![\w/@:-]|\.\w)|(?:\bon|^) [`"']?[a-z][a-z0-9-]{2,30}[`"']? (?:is|was|runs|has)\b|\b[a-z][a-z0-9-]{2,30} is (?:our|my|the|a|an) [^.\n]{0,30}\b(?:server|box|machine|host|node|vm|laptop|router|nas)\b/m
const NO_PLACE = /^\/(?:bin|boot|dev|etc|lib\w*|proc|run|sbin|sys|tmp|usr|var)(?:\/|$)/

const IN_FOLDER =
  /\b(?:sit\w*|am|are|is|stands?|start\w*|land\w*|opened|work\w*|begin\w*)\b[^.\n]{0,20}\bin (?:my|the|his|her|your|their|an?)? ?[`"']?(?!home\b|same\b|current\b|working\b)([\w.-]{2,40})[`"']? (?:folder|directory|dir)\b/gi

/** What is not known of a world: whose terminal it is, how its machine is called and where it stands, where its text seems to tell it. */
export function unknownIn(
  whole: string,
  { user, prompt, host, cwd, home }: Pick<Initial, 'user' | 'prompt' | 'host' | 'cwd' | 'home'>,
  { terminal }: { terminal: boolean }
): Unknown {
  // What stands in files is of the files.
  const body = whole
    .split('```')
    .filter((_, nth) => nth % 2 === 0)
    .join('\n')
  return {
    user,
    nobody:
      terminal &&
      prompt === null &&
      (user === 'root' ? SOMEBODY.test(body) && !ROOT.test(body) : !whole.includes(home) && !isOwn(user, whole)),
    nameless: terminal && host === null && MACHINE.test(body),
    elsewhere: terminal
      ? cwd === home && [...body.matchAll(IN_FOLDER)].some(([, name]) => name !== undefined && !home.endsWith(name))
      : !body.includes(cwd) &&
        [...body.matchAll(/(?<![\w~/.:@+-])~?\/[\w@+-][\w@+./-]{1,200}/g)].some(
          ([path]) => !NO_PLACE.test(path) && !`${absolute(path, { cwd, home })}/`.startsWith(`${cwd}/`)
        )
  }
}

/** A line that tells of the user has a word for whoever sits at the terminal. */
const isOwn = (user: string, body: string): boolean =>
  body.includes(`${user}@`) ||
  body.split(/\n|[.;] /).some((line) => line.split(/[^\w-]+/).includes(user) && OWN.test(line))
