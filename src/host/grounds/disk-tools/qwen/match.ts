// How Qwen CLI finds the text to replace that is nearly as it stands in the file: other dashes, quotes and blanks, blanks at line ends.

interface Fitted {
  part: string
  next: string
}

/** The text as it stands in the file, where it is there in one of the forms that count as the same. */
export function matched(content: string, part: string, next: string): Fitted {
  const put = withoutTrailingBlanks(next)
  if (part === '' || content.includes(part)) return { part, next: put }
  const at = plain(content).indexOf(plain(part))
  if (at >= 0) return { part: content.slice(at, at + part.length), next: put }
  const whole = byLines(content, part.split('\n'), part.endsWith('\n'))
  if (whole !== null) return { part: whole, next: put }
  if (!part.endsWith('\n')) return { part, next: put }
  const short = byLines(content, part.split('\n').slice(0, -1), false)
  return short === null ? { part, next: put } : { part: short, next: put.replace(/\r?\n$|\r$/, '') }
}

/** What is deleted takes the end of its line with it. */
export const augmented = (content: string, part: string, next: string): string =>
  part !== '' && next === '' && !part.endsWith('\n') && content.includes(`${part}\n`) ? `${part}\n` : part

export const withoutTrailingBlanks = (text: string): string =>
  text
    .split(/(\r\n|\n|\r)/)
    .map((piece, index) => (index % 2 === 0 ? piece.trimEnd() : piece))
    .join('')

function byLines(content: string, wanted: string[], toNewline: boolean): string | null {
  const lines = content.split('\n')
  for (const same of [
    (line: string) => line,
    (line: string) => line.trimEnd(),
    (line: string) => plain(line).trimEnd()
  ]) {
    const first = lines.findIndex((_, at) =>
      wanted.every((line, index) => at + wanted.length <= lines.length && same(lines[at + index] ?? '') === same(line))
    )
    if (first < 0 || wanted.length === 0) continue
    const found = lines.slice(first, first + wanted.length).join('\n')
    return toNewline && first + wanted.length < lines.length ? `${found}\n` : found
  }
  return null
}

const plain = (text: string): string =>
  text
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ')
