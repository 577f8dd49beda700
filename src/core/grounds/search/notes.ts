// What an author tells the simulator about a page, and no page shows: "correct", "wrong about the architect (names Lars Holm)".

// "Note for the simulator", "author's note", "simulator only".
const TO_SIMULATOR = String.raw`(?:author|writer|designer|simulator|simulation)['’]?s? (?:notes?|comments?|only)\b|notes? (?:to|for) (?:the )?(?:simulator|simulation|(?:world )?model|author|environment|agent|llm)\b|hidden(?= notes?\b| from\b|:)`

const NOTE = new RegExp(
  String.raw`^(?:(?:but|and|it is|is|this page is|partly|mostly|fully|all)\s+)*(?:in)?correct\b|^(?:(?:but|and|it is|is|this page is|partly)\s+)*(?:wrong|right|true|false|mistaken|accurate|inaccurate|reliable|unreliable|outdated|out of date|stale|misleading|undated|dated|trustworthy|untrustworthy|contradicts|hidden)\b|^(?:${TO_SIMULATOR}|note to|simulator|do not (?:show|mention|reveal|say)|never (?:show|mention|reveal|say)|the agent)\b`,
  'i'
)

/** Whether a part of a description is a note of its author. */
export const isNote = (part: string): boolean => NOTE.test(part.trim().replace(/^[([]/, ''))

/** A description in its parts, cut at commas, semicolons and full stops; what stands in parentheses stays in one part. */
export function partsOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && /[,;.]/.test(char) && /\s|^$/.test(text.charAt(at + 1))) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...parts, text.slice(from).trim()].filter(Boolean)
}

const LINE = new RegExp(String.raw`^\s*[([]?(?:\/\/ |${TO_SIMULATOR})`, 'i')
const ASIDE = new RegExp(
  String.raw`\s?[([](?:${TO_SIMULATOR}|note to|simulator|wrong|incorrect|correct[\s,)\]]|right about|outdated|misleading|unreliable|this page is)[^)\]\n]{0,300}[)\]]`,
  'gi'
)

/** A written text without its author's notes: lines and asides that begin as one, and short sentences that are nothing else. */
export function withoutNotes(text: string): string {
  return withoutComments(text)
    .split('\n')
    .filter((line) => !LINE.test(line))
    .map((line) => withoutNoteSentences(line.replace(ASIDE, '')))
    .join('\n')
}

/** Without comments of HTML, in one line or several; one that never ends goes to the end of its line. */
function withoutComments(text: string): string {
  const [first = '', ...parts] = text.split('<!--')
  const rest = parts.map((part) => {
    const end = part.indexOf('-->')
    return end >= 0 ? part.slice(end + 3) : part.slice(part.indexOf('\n') < 0 ? part.length : part.indexOf('\n'))
  })
  return [first, ...rest].join('')
}

const SENTENCE_NOTE =
  /^(?:wrong|right|incorrect|correct|outdated|undated|misleading|unreliable)\b(?: about\b|[,.;]|$| (?:on|in|but|and)\b)/i

function withoutNoteSentences(line: string): string {
  const sentences = line.split(/(?<=[.!?]) /)
  const kept = sentences.filter((one) => one.length > 120 || !SENTENCE_NOTE.test(one))
  return kept.length === sentences.length ? line : kept.join(' ')
}

/** The stated facts as a page tells them of which only a description is known: all where it is said to be right, with its mistake where one is named. */
export function factsTold(description: string, facts: readonly string[]): string[] {
  const parts = partsOf(description)
  const notes = parts.filter(isNote)
  const plain = parts.filter((part) => !isNote(part)).join(' ')
  const all = notes.some(
    (note) => /\b(?:correct|accurate|true|reliable|trustworthy)\b/i.test(note) && !/\b(?:in|un)/i.test(note.slice(0, 4))
  )
  const right = notes.flatMap((note) => about(note, 'right') ?? [])
  const wrong = notes.flatMap((note) => about(note, 'wrong') ?? [])
  if (!all && !right.length && !wrong.length && (notes.some(tellsOfFault) || /\d/.test(plain) || !plain)) return []
  return facts.flatMap((fact) => {
    const mistake = wrong.find(({ subject }) => mentions(fact, subject))
    if (mistake)
      return mistake.value && fact.includes(':') ? [`${fact.slice(0, fact.indexOf(':'))}: ${mistake.value}.`] : []
    if (all || wrong.length > 0) return [fact]
    if (right.length) return right.some(({ subject }) => mentions(fact, subject)) ? [fact] : []
    return [fact]
  })
}

const tellsOfFault = (note: string): boolean =>
  /\b(?:wrong|incorrect|false|outdated|stale|misleading|unreliable|inaccurate)\b/i.test(note)

function about(note: string, word: 'right' | 'wrong'): { subject: string; value: string } | null {
  const from = note.toLowerCase().indexOf(`${word} about `)
  if (from < 0) return null
  const rest = note.slice(from + word.length + 7)
  const open = rest.indexOf('(')
  const subject = (open < 0 ? rest : rest.slice(0, open)).replace(/^(?:the|its|their) /i, '').trim()
  const inside = open < 0 ? '' : (rest.slice(open + 1).split(')')[0] ?? '')
  return {
    subject,
    value: inside.replace(/^(?:it )?(?:names?|says?|gives?|has|claims?|calls it|states?) /i, '').trim()
  }
}

// "length" is told of as "long", "height" as "tall".
const SAID_AS: Record<string, string> = {
  length: 'long',
  height: 'tall',
  width: 'wide',
  depth: 'deep',
  age: 'old',
  cost: 'cost'
}

const mentions = (fact: string, subject: string): boolean => {
  const text = fact.toLowerCase()
  const word = subject.toLowerCase()
  return text.includes(word) || (SAID_AS[word] !== undefined && text.includes(` ${SAID_AS[word]}`))
}
