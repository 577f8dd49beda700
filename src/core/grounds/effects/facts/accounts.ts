// Users and groups: "There is a user bob (uid 1002) in the groups docker and sudo", and what `id` and `getent` print.

import type { StateChange } from '../../../tree/ground.ts'
import { rowOf } from './named.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

export type User = Extract<StateChange, { do: 'user' }>
export type Group = Extract<StateChange, { do: 'group' }>

const USERS =
  /\b(?:[Uu]sers|[Aa]ccounts|[Ll]ogins|people)(?: on (?:it|th(?:e|is) (?:machine|system|box|server|host)))?(?: \([^()\n]{0,40}\))?(?: are| exist| have accounts)?(?: named| called)?[:,]? ?|\b(?:[Uu]ser|(?<![Gg]it |GitHub )[Aa]ccount|[Ll]ogin)(?: account)?(?: is| named| called| for)?[,:]? /g
const GROUPS = /\b(?:[Gg]roups?)(?: named| called|:)? /g
const SET =
  /\balso in (?=[a-z])|\b(?:in|into|to|of|with) (?:the )?(?:groups?|supplementary groups?|secondary groups?):? |\bgroups:? (?=[a-z])/g
const OF = /\b(?:in|of|to) (?:the )?([a-z_][a-z0-9_-]{0,31}(?:(?:,| and|, and) [a-z_][a-z0-9_-]{0,31})*) groups?\b/
const OF_BARE =
  /\bmembers? of ((?:the )?(?:groups? )?[a-z_][a-z0-9_-]{0,31}(?:(?:,| and|, and) [a-z_][a-z0-9_-]{0,31})*)/

const GID = /\bgroup ([a-z_][a-z0-9_-]{0,31}) ?\((?:gid[ =:]?)?(\d{1,6})\)/g

const HAS_MEMBERS =
  /\b[Gg]roup ([a-z_][a-z0-9_-]{0,31})(?: \([^()\n]{0,40}\))? has ((?:[a-z_][\w-]{0,31}(?:, and |, | and ))*[a-z_][\w-]{0,31}) as (?:its )?members?\b/
// "omar (uid 1002) is in omar and staff": in a group of one's own name, and so in groups.
const IS_IN =
  /^([a-z_][\w-]{0,31})(?: \([^()]{0,60}\))? is in ((?:[a-z_][\w-]{0,31}(?:, and |, | and )){1,12}[a-z_][\w-]{0,31})$/
const BOTH_IN =
  /^(?:[Bb]oth|[Aa]ll)(?: of them| users| people)? (?:belong to|are in|are members of) (?:the )?group ([a-z_][\w-]{0,31})$/
const MEMBERS =
  /\b[Mm]embers of (?:the )?(?:group )?([a-z_][a-z0-9_-]{0,31})(?: group)?(?: ?\([^()]{0,30}\))? are:? ([^\n]*)/

/** @param main who the terminal belongs to */
export function accountsIn(said: StatedText, main: { name: string; home: string }): StatementFacts {
  const users = new Map<string, User>()
  const groups = new Map<string, Group>()
  const user = (name: string): User => {
    const made = users.get(name) ?? { do: 'user' as const, name, home: name === 'root' ? '/root' : `/home/${name}` }
    users.set(name, made)
    return made
  }
  const group = (name: string): Group => {
    const made = groups.get(name) ?? { do: 'group' as const, name }
    groups.set(name, made)
    return made
  }
  if (main.name !== 'root') user(main.name).home = main.home
  for (const line of [...said.quoted.flatMap(({ output }) => output), ...said.lines]) byShape(line, { user, group })
  for (const raw of said.sentences) {
    const sentence = raw.replaceAll('`', '')
    const about = declared(sentence)
    for (const { name, note } of about) Object.assign(user(name), traitsOf(note), /^\d+$/.test(note) && { uid: +note })
    for (const [, name = '', gid = ''] of sentence.matchAll(GID)) group(name).gid = +gid
    const [, of, list = ''] = MEMBERS.exec(sentence) ?? []
    const [, whole, its = ''] = HAS_MEMBERS.exec(sentence) ?? []
    if (whole !== undefined) for (const { name } of rowOf(its)) join(user(name), group(whole).name)
    if (of !== undefined) for (const { name } of rowOf(list)) join(user(name), group(of).name)
    const [, who, ofGroups = ''] = IS_IN.exec(sentence) ?? []
    const own = rowOf(ofGroups).map(({ name }) => name)
    if (who !== undefined && own.includes(who))
      for (const name of own) if (name !== who) join(user(who), group(name).name)
    const [, all] = BOTH_IN.exec(sentence) ?? []
    if (all !== undefined && users.size > 1)
      for (const one of users.values()) if (one.name !== 'root') join(one, group(all).name)
    // "Kim is a member of ...": a sentence begins with a capital.
    const low = sentence.charAt(0).toLowerCase() + sentence.slice(1)
    const known = [...users.keys(), 'root'].filter((name) => wordIn(sentence, name) || low.startsWith(`${name} `))
    const row = ARE_MEMBERS.exec(low)?.[1]
    const subjects =
      row !== undefined
        ? rowOf(row).map(({ name }) => name)
        : about.length > 0
          ? about.map(({ name }) => name)
          : known.slice(0, 1)
    for (const { name, note } of groupsDeclared(sentence)) {
      const gid = /\bgid[ =:]*(\d{1,6})/i.exec(sentence)?.[1] ?? /^\d+$/.exec(note)?.[0]
      const told = /\bmembers?(?: are| is|:|,)? ([^\n]*)/i.exec(sentence)?.[1]
      const members = (told === undefined ? membersIn(note) : rowOf(told)).map(({ name }) => name)
      Object.assign(group(name), gid && { gid: +gid })
      for (const member of members) join(user(member), name)
    }
    for (const name of subjects) {
      if (name === 'root') continue
      // What stands in brackets behind one of several is said of that one.
      const alike = about.reduce((words, { note }) => (note ? words.replace(`(${note})`, '') : words), sentence)
      const { sudo, ...traits } = traitsOf(subjects.length === 1 ? sentence : alike)
      if (subjects.length === 1) Object.assign(user(name), traits, sudo && { sudo })
      else if (sudo || traits.groups)
        Object.assign(user(name), sudo && { sudo }, traits.groups && { groups: traits.groups })
    }
  }
  const sudo = said.sentences.some((one) => FREE.test(one) && ![...users.keys()].some((name) => wordIn(one, name)))
  if (sudo && main.name !== 'root') user(main.name).sudo = 'free'
  const limited = said.sentences.find(
    (one) => SOME.test(one) && (FREE.test(one) || /\b(?:may|can|allow\w*)\b/.test(one))
  )
  if (limited !== undefined) for (const one of users.values()) delete one.sudo
  const barred = said.sentences.some((one) => BARRED.test(one))
  const root = users.get('root')
  if (!root?.groups) users.delete('root')
  return {
    effects: [
      ...groups.values(),
      ...users.values(),
      ...(limited === undefined && !barred ? [] : [{ do: 'ask' as const, program: 'sudo' }])
    ],
    ...(limited !== undefined && {
      unmade: [{ at: limited, why: 'What sudo allows to whom; the model answers for it.' }]
    })
  }
}

/** The users that a sentence says are there. */
function declared(sentence: string): ReturnType<typeof rowOf> {
  const [, first, note] = THE_ACCOUNT.exec(sentence) ?? []
  const the = first === undefined || ELSEWHERE.test(`${first} `) ? [] : rowOf(`${first}${note ?? ''}`)
  const listed =
    the.length > 0
      ? []
      : [...sentence.matchAll(USERS)].flatMap(({ 0: word, index }) => {
          if (denies(sentence.slice(Math.max(0, index - 14), index))) return []
          if (ELSEWHERE.test(sentence.slice(Math.max(0, index - 40), index))) return []
          if (SERVES.test(sentence.slice(0, index))) return []
          const row = rowOf(sentence.slice(index + word.length))
          const after = sentence.slice(index + word.length)
          // "User stories of the site": what goes on with a plain word is a sentence about something else.
          const [first] = row
          if (row.length === 1 && first && !first.note && !FOLLOWS.test(after.replace(/^[`'"“]?[\w.-]+[`'"”]?/, '')))
            return []
          // "The login is ada and others have ...": one.
          return /^(?:user|account|login)(?: account)? is[,:]? $/i.test(word) ? row.slice(0, 1) : row
        })
  return [...the, ...listed]
}

// "The deploy account (uid 1200)": named before the word.
const THE_ACCOUNT =
  /^(?:[Tt]he )?([a-z_][a-z0-9_-]{0,31})(?: (?:account|user))?( \((?:uid|[^()\n]{0,40}\buid)[^()\n]{0,90}\))(?= |$)/

// "PostgreSQL on 5432 (user postgres)": who a service runs as is made with it.
const SERVES = /\b(?:port|service|daemon|listen\w*|runs|running|on \d{2,5})\b[^;()]{0,80}\($/i

// "anna and bert are members of the group project"
const ARE_MEMBERS =
  /^((?:[a-z_][\w-]{0,31}(?:, and |, | and )){1,12}[a-z_][\w-]{0,31}) (?:are|both|all)(?: both| all)? (?:are )?(?:members of|in) /

// Users of something else than the machine.
const ELSEWHERE =
  /\b(?:database|postgres\w{0,3}|mysql|mariadb|site|app|application|website|github|gitlab)(?: \w{1,12}){0,3} $/i

const FOLLOWS =
  /^(?:$|[,:()’']| (?:with|has|have|in|is|and|on|whose|who|may|can|exists?|belongs|owns|uses|uid|\(|named|account|home|shell|logged|also|as well|without|there|runs|only|for)\b)/

function groupsDeclared(sentence: string): ReturnType<typeof rowOf> {
  return [...sentence.matchAll(GROUPS)].flatMap(({ 0: word, index }) => {
    const before = sentence.slice(Math.max(0, index - 16), index)
    if (
      denies(before) ||
      /\b(?:in|into|to|of|member|with|primary|user|age|test|process|security|each|every|your|my|our|this|that)(?: the| a)? ?$/i.test(
        before
      )
    )
      return []
    // In brackets it is a user's own.
    const inBrackets = before.lastIndexOf('(') > before.lastIndexOf(')')
    return inBrackets ? [] : rowOf(sentence.slice(index + word.length))
  })
}

/** "Groups: staff (ana, ben)": all of what stands in brackets are names. */
function membersIn(note: string): ReturnType<typeof rowOf> {
  const row = rowOf(note)
  return row.length === note.split(/,| and /).length ? row : []
}

const SOME = /\bsudo\b[^.;]{0,80}\b(?:only|nothing else|no other)\b|\bonly\b[^.;]{0,80}\bsudo\b|\bNOPASSWD: ?\//i
// "User ana (no sudo)": whom sudo is refused, and how, is the model's to say.
const BARRED =
  /\b(?:user|account|login|you)\b(?:[^,.;]{0,40}|:? [a-z_][\w-]{0,31},) ?\(?(?:no|without|not in|lacks|cannot use|can't use|may not use) (?:the )?(?:group )?[`'"]?sudo\b|\bno sudo (?:rights|access|privileges)\b/i
const FREE =
  /\bpassword-?less sudo\b|\bsudo (?:works )?(?:access |rights )?(?:without|with no|needs no|asks (?:for )?no|does not (?:ask|need)[^,.]{0,12}) ?(?:a |any )?passw(?:or)?d\b|\bNOPASSWD\b|\bsudo\b[^.,;]{0,30} (?:ohne (?:ein )?Passwort|sans mot de passe|sin contraseña)/i

/** What words say of one user. */
function traitsOf(words: string): Partial<User> {
  const uid = /\b(?:uid|user id)[ =:]*(?:is |of )?(\d{1,6})/i.exec(words)?.[1]
  const home = /\bhome(?: folder| directory)?(?: is|:| in| at|=)? (\/[\w./-]*\w)/i.exec(words)?.[1]
  const shell =
    /\b(?:login )?shell(?: is|:|=)? ((?:\/[\w/]+\/)?(?:ba|z|fi|da|k|tc|c|a)?sh|\/[\w/]*\/(?:nologin|false))\b/i.exec(
      words
    )?.[1]
  const path = /^(?:[^/]*\s)?(\/(?:usr\/)?s?bin\/(?:\w*sh|nologin|false))\b/.exec(words)?.[1]
  const group = /\b(?:primary )?group (?:is )?([a-z_][\w-]*)(?: only)?\b/.exec(
    /\buid\b|primary/i.test(words) ? words : ''
  )?.[1]
  const said = words.replace(OTHERWISE, '')
  const groups = denies(said.replace(FREE, '')) ? [] : groupsOf(said)
  const shelled = shell ?? path ?? (/\bno (?:login )?shell\b/i.test(words) ? '/usr/sbin/nologin' : undefined)
  return {
    ...(uid && { uid: +uid }),
    ...(home && { home }),
    ...(shelled && { shell: shelled.startsWith('/') ? shelled : `/bin/${shelled}` }),
    ...(group && groups.length === 0 && { group }),
    ...(groups.length > 0 && { groups }),
    ...(FREE.test(words) && { sudo: 'free' as const })
  }
}

// "…, carl isn't": what is denied of somebody else.
const OTHERWISE = /, (?:but |while )?[a-z_][\w-]{0,31} (?:isn't|is not|doesn't|does not)\b[^,;]{0,40}$/

function groupsOf(words: string): string[] {
  const rows = [...words.matchAll(SET)].flatMap(({ 0: word, index }) => rowOf(words.slice(index + word.length)))
  const bare = OF.exec(words)?.[1] ?? OF_BARE.exec(words)?.[1]?.replace(/^(?:the )?(?:groups? )?/, '')
  return [...new Set([...rows, ...rowOf(bare ?? '')].map(({ name }) => name))]
}

const join = (one: User, group: string): void => {
  one.groups = [...new Set([...(one.groups ?? []), group])]
}

const wordIn = (text: string, word: string): boolean =>
  text.split(/[^\w.-]+/).some((one) => one.replace(/[.-]$/, '') === word)

type Making = { user: (name: string) => User; group: (name: string) => Group }

/** What `id`, `/etc/passwd` and `/etc/group` have in a line, wherever it stands. */
function byShape(line: string, { user, group }: Making): void {
  const [, uid, name, gid, own, rest = ''] =
    /\buid=(\d{1,6})\(([\w.-]{1,32})\) gid=(\d{1,6})\(([\w.-]{1,32})\)(?: groups=([\w(),.-]*))?/.exec(line) ?? []
  if (name && own && uid && gid && name !== 'root') {
    const all = [...rest.matchAll(/(\d{1,6})\(([\w.-]{1,32})\)/g)].map(([, id = '', of = '']) => ({ id, of }))
    for (const { id, of } of [{ id: gid, of: own }, ...all]) group(of).gid = +id
    const groups = all.map(({ of }) => of).filter((one) => one !== own)
    Object.assign(user(name), { uid: +uid, group: own }, groups.length > 0 && { groups })
  }
  const [, login, id, first, comment, home, shell] =
    /^([a-z_][\w.-]{0,31}):[^:]?:(\d{1,6}):(\d{1,6}):([^:\n]{0,80}):(\/[^:\n]{0,80}):(\/[^:\s]{0,80})$/.exec(line) ?? []
  // Those of the system are Debian's own, but for services that people add.
  const isOwn = +(id ?? 0) >= 1000 || (+(id ?? 0) >= 200 && /(?:nologin|false)$/.test(shell ?? ''))
  if (login && id && first && home && shell && isOwn && +id < 65534) {
    Object.assign(user(login), { uid: +id, home, shell }, comment && { comment })
    // A new user's own group gets the user's number by itself. Any other number has to be set.
    if (+first >= 200 && (+id < 1000 || first !== id)) group(login).gid = +first
  }
  const [, called, number, members] = /^([a-z_][\w.-]{0,31}):[^:]?:(\d{1,6}):([a-z_][\w.,-]*)?$/.exec(line) ?? []
  if (called && number) {
    group(called).gid = +number
    for (const member of members?.split(',') ?? []) join(user(member), called)
  }
}
