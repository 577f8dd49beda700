// What a clause says that a file holds.

const SAYS = new Set(
  'noted wrote writes notes content= contains contain containing says say saying reads read reading holds hold holding content contents consists consisting wrote text line lines with word words header rows numbers'.split(
    ' '
  )
)
const AROUND = new Set(
  'where also which that and it its is are has the a an one two three four five single only just exactly of in she he i they then row rows followed by header whose file text first second last be'.split(
    ' '
  )
)

/**
 * @param clause what follows a file's name to the next one; `⟦n⟧` stands for a quote
 * @returns with its line end; `null` where it tells none
 */
export function contentIn(clause: string, quotes: readonly string[]): string | null {
  const words = clause.match(/⟦\d+⟧|[^\s⟦⟧]+/g) ?? []
  let said = false
  const found: string[] = []
  for (const [at, raw] of words.entries()) {
    const quote = /^⟦(\d+)⟧/.exec(raw)?.[1]
    if (quote !== undefined) {
      said ||=
        LEADS_IN.test(words.slice(0, at).join(' ')) ||
        (/^is$/i.test(words[at - 1] ?? '') && isCode(quotes[Number(quote)]))
      if (!said) return null
      found.push(quotes[Number(quote)] ?? '')
      continue
    }
    const word = raw.toLowerCase().replaceAll(/[,:.()]/g, '')
    if (/^[-–—]*$/.test(word) || AROUND.has(word) || (!said && /^\d{1,2}$/.test(word))) continue
    if (SAYS.has(word)) {
      said = true
      continue
    }
    if (found.length > 0) break
    // "says 4.2.1": one bare word is what it says where that is a number.
    if (said) return bareContent(words.slice(at))
    // "is owned by ben, has mode 600 and reads "x"": other things are said before.
    if (!/[a-z0-9:/]/.test(word)) return null
  }
  if (found.length === 0) return null
  const lines = /\b(?:lines|rows|header|per line|own line|followed by)\b/i.test(clause)
  if (found.length > 1 && !lines) return null
  return `${found.join('\n').replaceAll('\\n', '\n').replace(/\n$/, '')}\n`
}

// "a.txt: `x`", "a.txt (644, ben:ben): `x`", "a.txt (`x`)"
const LEADS_IN = /^\($|^[`'"]{0,2}(?: ?\([^()]{1,80}\))?:$/
const isCode = (text = ''): boolean => /^[{[<]|^#!|\\n/.test(text)

const EACH = /,? ?\(?(?:each on (?:its|their|a) own line|one per line|a line each|on (?:separate|their own) lines)\)?/i

function bareContent(words: readonly string[]): string | null {
  const rest = words.join(' ')
  const list = rest.split(EACH)[0] ?? ''
  if (list.length < rest.length && list.length < 300) {
    const items = list.split(/, (?:and )?| and /).map((one) => one.trim())
    return items.every((one) => /^[\w.@+-]{1,40}$/.test(one)) ? `${items.join('\n')}\n` : null
  }
  // A name like "2024.log" is a file's.
  const [, one] = /^(?!\d[\w-]*\.[a-z]{2,5}\b)(v?\d[\w.+-]*?)[.,;]?(?:$| (?=and\b|\())/.exec(rest) ?? []
  return one === undefined ||
    /\b(?:bytes?|lines?|rows?|files?|entries|[kKMG]i?B)\b/.test(rest.slice(one.length, one.length + 12))
    ? null
    : `${one}\n`
}

const PRINTS =
  /\b(?:prints?|echoes|outputs?|displays?|printing|echoing)(?: out)?(?: just| only)?(?:(?: the)?(?: text| line| word| message))?:? (?:(?:the )?⟦(\d+)⟧|([a-z]{2,20})(?=$|[,.;)]| and$))/

/** What a clause says that a script prints; `null` where it tells none. */
export function printedIn(clause: string, quotes: readonly string[]): string | null {
  const [, quote, word] = PRINTS.exec(clause) ?? []
  const text = quote === undefined ? word : quotes[Number(quote)]
  return text === undefined || /^(?:it|its|the|a|an|them|this|that|what|usage|help|nothing|something)$/.test(text)
    ? null
    : text
}

/** The smallest script that prints it, in the language that its name tells; `null` where none is told. */
export function scriptOf({
  path,
  runs,
  prints
}: {
  path: string
  runs?: true | undefined
  prints?: string | undefined
}): string | null {
  if (prints === undefined) return null
  if (path.endsWith('.py')) return `print(${JSON.stringify(prints)})\n`
  const name = path.split('/').at(-1) ?? ''
  return path.endsWith('.sh') || (runs && !name.includes('.'))
    ? `#!/bin/bash\necho '${prints.replaceAll("'", "'\\''")}'\n`
    : null
}
