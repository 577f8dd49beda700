// Whose terminal it is, and the machine's name, where no prompt shows them.

import { rowOf } from './named.ts'
import { denies, printedBy, type StatedText } from './said.ts'

const NAME =
  '[`\'"“]?([a-z_][a-z0-9_-]{0,31})[`\'"”]?(?=$| ?[,;:()<]| (?:with|in|on|and|at|from|over|via|through|has|whose|who|without)\\b)'
const ANY_NAME = '[`\'"“«]?([a-z_][a-z0-9_-]{0,31})(?=$|[^\\w-])'
const NAME_THEN = '[`\'"“„]?([a-z_][a-z0-9_-]{0,31})[`\'"”“]? (?:angemeldet|eingeloggt)\\b'
// The first form that fits says it; a user "bob" of the system is not the terminal's.
const LOGGED_IN = [
  new RegExp(`\\b[Ii](?: am|'m) (?:the )?user ${NAME}`),
  /\b(?:I am|I'm|[Yy]ou are|[Yy]ou're) (?:logged in as )?(?:the )?(root)\b/,
  new RegExp(`\\b(?:[Yy]ou are|[Yy]ou're|I am|I'm) in [~/][\\w./-]{0,100} as ${NAME}`),
  new RegExp(`\\b(?:logged in|signed in|work(?:ing)?|running|connected|logs? in) as (?:the )?(?:user )?${NAME}`, 'i'),
  new RegExp(
    `\\b(?:SSH(?:['’]?e?d)?|ssh(?:['’]?e?d)?|logged|signed|connected) (?:in)?(?:to| to) [\\w.-]{1,63} as (?:the )?(?:user )?${NAME}`
  ),
  new RegExp(`\\b(?:[Yy]ou are|[Yy]ou're) (?:the )?(?:user )?${NAME}`),
  new RegExp(
    `\\b(?:[Mm]y|[Yy]our|[Hh]er|[Hh]is|[Tt]heir) (?:user ?name|user name|user|login|account)(?: name)? is (?:called |named )?${NAME}`
  ),
  /\b(?:I am|I'm) (?:the )?(?:user )?([a-z_][a-z0-9_-]{0,31})(?=$| ?[,;()]| (?:on|at|from|whose)\b)/,
  new RegExp(
    `\\b(?:shell|terminal|session|prompt) (?:belongs to|is that of|runs as|is run by) (?:the )?(?:user )?${NAME}`,
    'i'
  ),
  new RegExp(`\\b(?:[Ss]sh|SSH|[Ll]og ?in|[Cc]onnect|[Uu] log in) as (?:the )?(?:user )?${NAME}`),
  /\b(?:I am|I'm|[Yy]ou are|[Yy]ou're) the ([a-z_][a-z0-9_-]{0,31}) user\b/,
  new RegExp(
    `\\b(?:[Tt]erminal|[Ss]hell|[Ss]ession|[Aa]ccount|[Ll]aptop|[Mm]achine|[Bb]ox) of (?:the )?(?:user )?${NAME}`
  ),
  /\b(?:[Uu]ser|[Ll]ogin|[Tt]erminal|[Mm]achine|[Hh]ost|[Ss]hell|[Ss]ession|[Pp]rompt|as|are|am|I'm):? ([a-z_][a-z0-9_-]{0,31})@[\w.-]/,
  new RegExp(`\\b(?:current|your|terminal's|shell's|login) user(?:name)?(?: is|:)? (?:called |named )?${NAME}`, 'i'),
  new RegExp(`\\b[Cc]ommands? (?:are |is )?(?:run|runs|executed)\\b[^.\\n]{0,40}? as (?:the )?(?:user )?${NAME}`),
  new RegExp(`(?:^|[,:(] ?|\\bas |\\b(?:the|The|[Ss]hell|[Ll]ogin) )[Uu]ser(?: is| name is|:)? ${NAME}`),
  new RegExp(`\\b(?:is|as) (?:the )?(?:unprivileged |normal |regular )?user (?:called |named )?${NAME}`),
  new RegExp(`[(,] ?[Ll]ogin:? ${NAME}`),
  // "User priya works in /data"
  /^(?:The )?[Uu]ser ([a-z_][\w-]{0,31}) (?:works|is working|sits|is sitting|is logged in|stands|has (?:a|the) shell)\b/i,
  /^(?:[Ll]ogin|[Ll]ogged in as|[Uu]ser) ([a-z_][\w-]{0,31})$/,
  new RegExp(
    `\\b(?:[Ss]tudent|[Aa]gent|[Pp]layer|[Dd]eveloper|[Oo]perator|[Aa]dmin)['’]s (?:account|user|login) is ${NAME}`
  ),
  // "Terminal 1 (sam@pier, in ~/q)"; what has a dot may be an address of mail.
  /\(([a-z_][\w-]{0,31})@[\w-]{1,63}[,)]/,
  new RegExp(`^(?:The )?[Hh]ome (?:folder |directory )?of (?:the )?(?:user )?${NAME}`),
  new RegExp(`\\bworks? (?:(?:in|at|on) [\\w./~@+-]{1,120} )?as (?:the )?(?:user )?${NAME}`),
  new RegExp(`\\b(?:[Dd]u arbeitest|[Ii]ch arbeite|[Aa]ngemeldet|[Ee]ingeloggt)(?: bist)? als ${NAME}`),
  new RegExp(`\\b[Aa]ls (?:(?:der|die) )?(?:[Bb]enutzer(?:in)? )?${NAME_THEN}`),
  new RegExp(`\\b[Aa]ngemeldet ist (?:der |die )?[Bb]enutzer(?:in)? ${NAME}`),
  new RegExp(
    `\\b(?:[Cc]onnecté(?:e|s)?|[Cc]onectad[oa]) (?:en tant que|comme|como) (?:l['’]utilisat(?:eur|rice) |usuari[oa] )?${ANY_NAME}`
  ),
  new RegExp(
    `\\b(?:[Ee]res|[Ss]oy|[Vv]ous êtes|[Tt]u es) (?:el usuario|la usuaria|l['’]utilisat(?:eur|rice)) ${ANY_NAME}`
  ),
  /\b([a-z_][a-z0-9_-]{0,31}),? who is (?:also )?(?:the current user|logged in)\b/,
  // "The user "ana" develops an app": what somebody does is said of them.
  /^The (?:user|developer|account) ([a-z_][a-z0-9_-]{0,31}) (?:develops|works|runs|maintains|owns|is working|has checked out)\b/
]
// "Lena has just sat down at her workstation": of whom a story tells.
const TOLD =
  /^(\p{Lu}\p{Ll}{1,20}) (?:is|has|sits|works|just|logs|logged|opened|opens)\b[^.;]{0,60}\b(?:at|on|in|into|to|opened|opens) (?:her|his|their|a|the) (?:[\w-]{1,12} ){0,2}(?:workstation|terminal|laptop|machine|computer|shell|desktop|server|box|vm|Pi|board|node|host)\b/u
// A user may be called by a word that is elsewhere no name.
const CALLED = /\b(?:is|as) (?:the )?user (\w+)(?= ?[,;()]|$| (?:in|on|with))/
const USER_IS = /\b[Tt]he user is (\w+)(?= ?[,;()]|$)/
const LOGIN = /^You are logged in as (\w+)$/
// "PostgreSQL on 5432 (user postgres)": a service's.
const SERVES = /\b(?:port|service|daemon|listen\w*|runs|running|started|on \d{2,5})\b/i
const bare = (sentence: string): string => sentence.replaceAll(/[`"“”]|\*\*/g, '')

// "You are working in a container": what goes on in a sentence is nobody's name.
const NOBODY =
  /^(?:\w+ing|in|inside|on|at|now|given|logged|asked|free|able|not|here|connected|allowed|expected|currently|placed|already|still|only|located|ready|dropped|provided|also|limited|supposed|required|about|stuck|new|lost|sure|unsure|happy|interested|curious|based|back|done|fine|afraid|certain|aware|responsible|late|early|old|expected|intended|usual|before|designed|described|documented|advertised)$/

/** `null` where the text names nobody. */
export function userIn(said: StatedText): string | null {
  const printed =
    printedBy(said, /^(?:whoami|id -un)$/)[0] ??
    /\buid=\d{1,6}\(([\w.-]{1,32})\)/.exec(printedBy(said, /^id$/)[0] ?? '')?.[1]
  const set = said.lines.map((line) => /^(?:export )?(?:USER|LOGNAME)=([a-z_][\w-]{0,31})$/.exec(line)?.[1])
  const own = printed ?? set.find((one) => one !== undefined)
  if (own && rowOf(own).length === 1) return own
  for (const form of LOGGED_IN) {
    for (const sentence of said.sentences.map(bare)) {
      const found = form.exec(sentence)
      const before = sentence.slice(0, found?.index ?? 0)
      if (
        found?.[1] &&
        (rowOf(found[1]).length === 1 ||
          /^(?:agent|user|data|service)$/.test(
            (LOGIN.exec(sentence) ?? CALLED.exec(sentence) ?? USER_IS.exec(sentence))?.[1] ?? ''
          )) &&
        !NOBODY.test(found[1]) &&
        !denies(before.slice(-16)) &&
        !(found[0].startsWith('(') && SERVES.test(before.split(/[;()]/).at(-1) ?? '')) &&
        !/\b(?:another|other|second|third|new|database|db|mysql|postgres|git)\s*$/i.test(before)
      )
        return found[1]
    }
  }
  const told = TOLD.exec(said.sentences[0] ?? '')?.[1]?.toLowerCase()
  return told !== undefined && !/^(?:the|this|it|she|he|everything|nobody|somebody|someone)$/.test(told) ? told : null
}

const HOST_NAME = '([A-Za-z][\\w.-]{0,62})(?=$| ?[,;:()]| (?:and|in|with|at)\\b)'
const KIND = '(?:box|machine|server|host|VM|vm|laptop|workstation|node|computer|container|instance|droplet)'
const HOST = [
  // "Der Rechner heißt eule", "Le serveur s'appelle merle"
  /\b(?:Rechner|Server|Maschine|Computer|Laptop|Notebook|Host|machine|serveur|ordinateur|poste|servidor|máquina|equipo|ordenador)\b[^.\n]{0,30}? (?:heißt|heisst|namens|mit dem Namen|s['’]appelle|se nomme|nommée?|se llama|llamad[oa]) [`'"„“«]? ?([a-z][\w.-]{0,62})/i,
  // "a server named web-2 running Debian"
  new RegExp(`\\b${KIND} (?:is )?(?:called|named) [\`'"]?([a-z][a-z0-9]{0,20}-[a-z0-9-]{0,40})(?![\\w./])`, 'i'),
  // "mail02.example.net is a Debian box"
  new RegExp(
    `^([a-z][\\w-]{0,40}(?:\\d|[-.]\\w)[\\w.-]{0,40}) is (?:a|an|the|our|my) (?:[\\w.-]{1,20} ){0,4}${KIND}\\b`
  ),
  new RegExp(`\\b${KIND}['’]s (?:host ?)?name is [\`'"]?([a-z][\\w.-]{0,62})`, 'i'),
  new RegExp(`\\bname of (?:the|this|my|our) ${KIND} is [\`'"]?([a-z][\\w.-]{0,62})`, 'i'),
  // "the staging host stg-07"
  new RegExp(`\\b(?:${KIND}) ([a-z][a-z0-9]{0,20}-[a-z0-9-]{0,20}\\d[a-z0-9-]{0,20})(?=$|[ ,;:()])`),
  // "A shared server (dev-north)"
  new RegExp(`\\b${KIND} \\(([a-z][a-z0-9]{0,30}-[a-z0-9-]{1,30})\\)`),
  /\([a-z_][\w-]{0,31}@([\w-]{1,63})[,)]/,
  /\bhost ?name(?: of (?:it|the \w+))?(?: is| is set to|:| set to)? [`'"]?([A-Za-z][\w.-]{0,62})/i,
  /\b(?:machine|server|box|host|computer|vm|workstation|laptop|system|it) (?:(?:is |was )?(?:called|named)|calls itself) [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;:()]| (?:and|in|with|on)\b)/i,
  /\b(?:machine|server|box|host|computer|vm|workstation|laptop|desktop|container|node|device),? (?:which|that) (?:is|was) (?:called|named) [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;:()]| (?:and|in|with|on)\b)/i,
  /\b(?:machine|server|box|host|computer|vm|workstation|laptop|container|node) ?\((?:host ?)?(?:name|called|named):? ([a-z][\w.-]{0,62})[,)]/i,
  /^(?:[Hh]ost|(?:[Bb]ox|[Ss]erver|[Vv][Mm]|[Nn]ode|[Mm]achine)(?: name)?:) ([a-z][\w-]{0,40}(?:\.[\w-]{1,40}){0,4})(?=$|,| \()/,
  /\b(?:laptop|machine|computer|workstation|server|box|desktop) \((?:it(?:'s| is) )?(?:called|named) ([a-z][\w.-]{0,62})[,)]/i,
  /\b(?:account|user|login) (?:is )?[a-z_][\w-]{0,31}(?: \([^()\n]{0,80}\))? on ([a-z][\w.-]{0,62})(?=$| ?[,;()])/,
  /\b(?:[Ss]ession|[Ss]hell|[Ll]ogged in) on ([a-z][\w.-]{0,62}) as\b/,
  /^[Oo]n ([a-z][a-z-]{0,40}\d[\w.-]{0,40}),? (?:there|the|a|an|we|you|I)\b/,
  /\b[Yy]ou are [a-z_][\w-]{0,31} on [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;()]| (?:and|in|with)\b)/,
  /\b(?:SSH(?:['’]?e?d)?|ssh(?:['’]?e?d)?|logged|signed|connected) (?:in)?(?:to| to) ([a-z][\w-]{0,62}(?:[.\d][\w.-]{0,62})?) as\b/,
  /\bon (?:the )?(?:host|machine) [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;:()]| (?:and|in|with)\b)/i,
  /\bon (?:the )?(?:server|box|vm|laptop|node) [`'"]?([a-z][a-z.]{0,40}[-\d][\w.-]{0,40})\b/i,
  /^[Oo]n ([a-z][\w-]{0,40}) \(user [a-z_][\w-]{0,31}\)/,
  /^[Oo]n ([a-z][a-z.]{0,40}-?\d[\w.-]{0,40}) ?[(,]/,
  /^(?:On )?(?:[Hh]ost|[Mm]achine): [`'"]?([a-z][\w.-]{0,62})[`'"]?(?=$| ?[,;()])/,
  new RegExp(`(?:[,;(] ?|\\b(?:with|and|on) )[Hh]ost(?:name)?:? ${HOST_NAME}`),
  new RegExp(
    `\\b(?:[Uu]ser|[Ll]ogin|[Aa]ccount|as|of|are|am|I'm|'re)(?: user|:)? (?:the )?(?:user )?[a-z_][\\w-]{0,31} (?:on|at) (?:the )?(?:host |machine |server |box |laptop |vm )?${HOST_NAME}`,
    'i'
  ),
  new RegExp(
    `\\b(?:[Uu]ser|[Ll]ogin|[Tt]erminal|[Mm]achine|[Hh]ost|[Ss]hell|[Ss]ession|[Pp]rompt|as|are|am|I'm):? [a-z_][\\w-]{0,31}@${HOST_NAME}`
  )
]
// "Debian 12 VM "mailgw"": a machine with its name in quotes behind it.
const QUOTED =
  /\b(?:vm|server|box|machine|host|droplet|laptop|instance|container|runner|workstation|node|pi|computer|desktop)[ ,:]{1,2}[`"“]([a-z][\w.-]{0,62})[`"”]/i

export function hostIn(said: StatedText): string | null {
  const own =
    printedBy(said, /^hostname$/)[0] ??
    /Static hostname: (\S{1,63})/.exec(printedBy(said, /^hostnamectl\b/).join('\n'))?.[1]
  if (own && /^[A-Za-z][\w.-]*$/.test(own)) return own
  for (const form of HOST) {
    for (const sentence of said.sentences.map(bare)) {
      const name = form.exec(sentence)?.[1]?.replace(/[.-]$/, '')
      if (name && !/^v?\d|^(?:is|not|unknown|in|of|the|a|an|this|that|port|ports|resolution|resolves)$/i.test(name))
        return name
    }
  }
  return said.sentences.map((one) => QUOTED.exec(one)?.[1]).find((name) => name !== undefined) ?? null
}
