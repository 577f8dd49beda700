// What sentences say of a file or folder that they name: whose it is, who may use it, what it holds, where it leads.

import { octal } from './facts/modes.ts'
import type { Mention } from './mentions.ts'
import { contentIn, printedIn } from './thing-content.ts'

export interface ToldThing {
  path: string
  kind: 'file' | 'folder' | null
  /** It is said to be there, and not only named. */
  there?: true
  content?: string
  to?: string
  owner?: string
  group?: string
  mode?: string
  runs?: true
  /** What the script shows when it is run; its text is not told. */
  prints?: string
  /** What is in the folder was told, and was not read. */
  unseen?: true
  appended?: string
  size?: number
  modified?: string
  /** It is a link to what is not there. */
  dangles?: true
}

export const LEADS = /(?:\bto|\bat|->|→) (?:the )?[`'"]?$/

const NAME = '[a-z_][a-z0-9_-]{0,31}'
export const OWNER = new RegExp(
  `\\b(?:belongs? to|owned by|owner(?: is|:)?|(?:readable|accessible|usable|writable) only (?:by|for|to)) (?:the )?(?:user )?(${NAME})(?::(${NAME}))?`
)
// "which only max may read"
const KEPT = new RegExp(
  `\\b(?:only|(?:nobody|no one) (?:but|except|other than)) (?:user )?(${NAME}) (?:may|can) (?:read|open|see|enter)\\b`
)
// "Nobody but max may read a.key"
const KEEPS = new RegExp(
  `\\b(?:only|(?:nobody|no one) (?:but|except|other than)) (?:user )?(${NAME}) (?:may|can) (?:read|open|see|enter) (?:the (?:file|folder|directory) )?[\`'"]?$`,
  'i'
)
// "(644, ben:staff)"
const PAIR = new RegExp(`^[\`'"]?,? ?\\((?:[^()]{0,40}, )?(${NAME}):(${NAME})[,)]`)
// "is a directory of root:lab", "is root:lab, 2775"
const OF = new RegExp(`^[\`'"]? is (?:an? (?:directory|folder|file) of )?(${NAME}):(${NAME})\\b`)
// "(root, mode 4755)"
const NOTED = new RegExp(`^[\`'"]?,? ?\\((?!modes?\\b)(${NAME}),? (?:modes? |0o?)?[0-7]{3,4}[,)]`)
const GROUP = new RegExp(`\\bgroup(?: is|:| owner)? (${NAME})\\b|\\b(?:its|the) group is (${NAME})\\b`)
const OWNS = new RegExp(
  `(?:^|\\b(?:and|user|account) |, )(?:[Tt]he )?(${NAME})(?: account| user)?(?: \\([^()]{0,80}\\))? owns (?:the (?:directory|folder|file) )?$`
)
export const MODE = /\b(?:modes?|permissions?|chmod|bit)(?: is| are|:| of| =)? ?\(?(?:0o)?([0-7]{3,4})\b/i
// Behind "empty" a number is who may use it.
const SHARED =
  /^(?:both|all)(?: of them)?(?: are| have)? (0?[0-7]{3})$|\b(?:and )?is (0[0-7]{3})\b|^ \(([0-7]{3,4})[,)]|\((0[0-7]{3})\)|^[,:]? empty, ([0-7]{3,4})(?=$|[\s,;])|^[`'"]? is [a-z_][\w-]{0,31}:[a-z_][\w-]{0,31},? (?:with )?\(?(0?[0-7]{3,4})\b/i
const LETTERS = /(?:^|[\s(])[-d]?((?:[r-][w-][xsStT-]){3})(?=$|[\s),;.])/
const LINK =
  /\b(?:pointing|points|leads|leading|link(?:s|ed)?|link(?: called| named)? \S{1,60}) (?:to|at) (?:the )?(\S+)|(?:->|→) ?(\S+)/
// "a.md has a broken link to b.md": on its page.
const OF_PAGE = /^[`'"]? (?:has|contains|with) (?:\w{1,12} ){0,3}(?:hyper)?links? to\b/
const SIZE = /\b(\d{1,3}(?:,\d{3}){1,3}|\d{1,9}) bytes?\b/
// "(84 KB)", "(executable, 2.1M)"
const LARGE = /^[`'"]? ?\((?:[^()]{0,40}, )?(?:about |around |~)?(\d{1,6}(?:\.\d{1,3})?) ?([KkMGT])i?B?(?:[),])/
// "has grown to 18 GB"
const GROWN =
  /^[`'"]?,? (?:(?:which|that) )?(?:has |have )?(?:now )?(?:(?:grown|grew|swollen|swelled|shrunk) to|is|weighs|takes(?: up)?|has a size of|of) (?:now |only |already )?(?:about |around |over |some |~)?(\d{1,6}(?:\.\d{1,3})?) ?([KkMGT])i?B\b(?! (?:of |free|limit|left|disk|partition|volume|drive|RAM|memory))/
const APPENDED =
  /\bline,? ⟦(\d+)⟧,? (?:(?:is |was )?(?:added|appended|put) )?(?:at the (?:end|bottom) of|to|in) (?:the (?:file|end of) )?$/
const MODIFIED =
  /\b(?:modified|changed|written|mtime|dated)(?: last)?(?: on| at|:| is)? (\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?(?: (?:UTC|[+-]\d{4})| ?Z)?|[A-Z][a-z]{2} {1,2}\d{1,2} {1,2}(?:\d\d:\d\d|\d{4})\b)/i
const PLAIN = new Set(
  'group a an the this that it them us you me him her he she we they one everyone nobody somebody another others people members users owner owners admins administrators'.split(
    ' '
  )
)

/** "In /home is that of anton (mode 700)": what stands in brackets behind another word is of that one. */
function ownMode(after: string): string | undefined {
  const found = MODE.exec(after)
  const before = after.slice(0, found?.index ?? 0)
  const open = before.lastIndexOf('(')
  const isOthers =
    open > before.lastIndexOf(')') &&
    /\b(?:there|of|director(?:y|ies)|files?|folders?|users?)\b/i.test(before.slice(0, open))
  return isOthers ? undefined : found?.[1]
}

const SET_ID =
  /^[`'"]?,? (?:(?:which|that) )?(?:is |\()(?:an? )?(?:\w{1,12} )?(?:setuid|suid|set-uid)(?:[- ](?:to )?([a-z_][\w-]{0,31}))?\b/i
const BY_ALL =
  /^[`'"]?,? (?:(?:which|that) )?(?:is |\()(?:mistakenly |accidentally )?(?:world|publicly)[- ](readable|writable|writeable)\b/i

/** "is a setuid root binary", "is world-readable" */
function inWords(after: string): string | undefined {
  if (SET_ID.test(after)) return '4755'
  const may = BY_ALL.exec(after)?.[1]
  return may === undefined ? undefined : /^r/i.test(may) ? '644' : '666'
}

/** Takes what the words `before` and `after` its name say of it. @param next what is named behind it */
export function describe(
  one: ToldThing,
  {
    before,
    after,
    quotes,
    next
  }: { before: string; after: string; quotes: readonly string[]; next?: Mention | undefined }
): void {
  const [, owner, own] = OWNER.exec(after) ?? PAIR.exec(after) ?? OF.exec(after) ?? NOTED.exec(after) ?? []
  const [, named, other] = GROUP.exec(after) ?? []
  const group = own ?? named ?? other
  const whose = owner ?? OWNS.exec(before)?.[1]
  if (whose !== undefined && !PLAIN.has(whose)) one.owner = whose
  if (group !== undefined && !PLAIN.has(group) && group !== 'is') one.group = group
  // "(root, mode 4755)" tells of no other group.
  if (whose === 'root' && NOTED.test(after)) one.group ??= 'root'
  const keeper = KEPT.exec(after)?.[1] ?? KEEPS.exec(before)?.[1]
  if (keeper !== undefined && !PLAIN.has(keeper)) {
    one.owner = keeper
    one.mode ??= one.kind === 'folder' ? '700' : '600'
  }
  const mode =
    ownMode(after) ??
    SHARED.exec(after)
      ?.slice(1)
      .find((one) => one !== undefined) ??
    octal(LETTERS.exec(after)?.[1]) ??
    inWords(after)
  if (mode !== undefined) one.mode = mode
  if (/^[246][0-7]{3}$/.test(mode ?? '') && one.kind === 'file') one.there = true
  const [setId, setter] = SET_ID.exec(after) ?? []
  if (setId !== undefined) {
    one.group ??= 'root'
    one.owner ??= setter === undefined || /^(?:binary|program|executable|file|script)$/i.test(setter) ? 'root' : setter
    one.kind ??= 'file'
    one.there = true
  }
  const near = before.slice(-40)
  if (
    /\bexecutable(?: \w{1,12}){0,2},? ?(?:called|named)? ?$/i.test(near) ||
    /\b(?:is|and)(?: also)? executable\b|^[`'"]? ?\((?:[^()]{0,60}, )?executable\b/i.test(after)
  )
    one.runs = true
  const [, leads, arrow] = LINK.exec(after) ?? []
  const to = leads ?? arrow ?? (next && LEADS.test(after) && /link/i.test(near + after) ? next.name : undefined)
  if (to !== undefined || (next && /(?:->|→) ?$/.test(after))) {
    const target = (to ?? next?.name ?? '').replaceAll(/^[`'"(]|[`'"),.;:]{1,3}$/g, '')
    if ((/link/i.test(near + after) && !OF_PAGE.test(after)) || arrow !== undefined)
      one.to = quotes[Number(/⟦(\d+)⟧/.exec(target)?.[1] ?? -1)] ?? target
  }
  if (one.to?.startsWith('/') && /\b(?:dangling|broken|dead)\b/i.test(near)) one.dangles = true
  if (
    /^[`'"]?,? (?:(?:and|but|which|that|it) ){0,2}(?:is not|isn['’]t|is no longer)(?: \w{1,12})? executable\b/.test(
      after
    ) &&
    one.kind === 'file'
  ) {
    one.there = true
    one.mode ??= '644'
  }
  const prints = printedIn(after, quotes)
  if (prints !== null) one.prints = prints
  const appended = APPENDED.exec(before)?.[1]
  if (appended !== undefined) one.appended = quotes[Number(appended)] ?? ''
  const size = SIZE.exec(after)?.[1]
  const large = LARGE.exec(after) ?? GROWN.exec(after)
  if (size !== undefined) one.size = Number(size.replaceAll(',', ''))
  else if (large !== null)
    one.size = Math.floor(Number(large[1]) * 1024 ** (1 + 'kmgt'.indexOf((large[2] ?? '').toLowerCase())))
  if (one.size === 0 && one.kind === 'file') one.content ??= ''
  const modified = MODIFIED.exec(after)?.[1]
  if (modified !== undefined) one.modified = modified
  if (/^ (?:is\b[^,.;]*|\([^,.;()]*)\b(?:directory|folder)\b/.test(after)) one.kind = 'folder'
  const empty =
    /\bempty(?! (?:apart|except|but|besides|other))(?: \w{1,12}){0,2} ?(?:called|named)? ?$/i.test(near) ||
    /^(?:,| -| –|:)? ?(?:(?:which|that|and) )?(?:it )?(?:is |\()?(?:an )?empty\b(?! \w)/.test(after) ||
    /^ \((?:with )?nothing (?:in it|inside)?(?: yet)?\)/.test(after)
  const content = contentIn(after, quotes)
  if (one.kind !== 'folder' && content !== null) one.content ??= content
  else if (empty && one.kind === 'file') one.content ??= ''
  else if (empty) one.there = true
}
