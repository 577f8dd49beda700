// A long Markdown page in sections that can be drawn one after the other.

/**
 * Sections of about `size` characters, cut at empty lines where there are any; a code fence that a cut goes through is closed and
 * opened again. Markdown is read in time that can grow with the square of a section, never with that of the page.
 */
export function sections(text: string, size: number): string[] {
  const found: string[] = []
  let rest = text.replace(/\r\n?/g, '\n').replace(QUOTES, (deep) => deep.slice(0, MOST_QUOTES))
  let open = ''
  while (rest !== '') {
    const end = rest.length <= size ? rest.length : cut(rest, size)
    const part = open + rest.slice(0, end)
    rest = rest.slice(end)
    const fence = openFence(part)
    found.push(fence && rest !== '' ? `${part.replace(/\n$/, '')}\n${fence}` : part)
    open = fence && rest !== '' ? `${fence}\n` : ''
  }
  return found
}

/** A link's address as an absolute one, where the page's own address is known. */
export function absolute(href: string, base: string | null): string {
  try {
    return new URL(href, base ?? undefined).href
  } catch {
    return href
  }
}

// Deeper quotes than any page has, and fewer than end the stack of a parser.
const MOST_QUOTES = 24
const QUOTES = new RegExp(`^(?:[ \\t]?>){${MOST_QUOTES + 1},}`, 'gm')

function cut(text: string, size: number): number {
  const paragraph = text.lastIndexOf('\n\n', size - 2)
  if (paragraph > size / 2) return paragraph + 2
  const line = text.lastIndexOf('\n', size - 1)
  if (line > size / 2) return line + 1
  return /[\ud800-\udbff]/.test(text[size - 1] ?? '') ? size - 1 : size
}

/** The fence that is still open at the end, or `''`. */
function openFence(text: string): string {
  let open = ''
  for (const [, fence = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === '') open = fence
    else if (fence.startsWith(open)) open = ''
  }
  return open
}
