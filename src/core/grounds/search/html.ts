// The words of an HTML page as Markdown: headings, items, links and paragraphs.
import { unescaped } from '../../observations/pages/document.ts'

const HIDDEN = new Set(['script', 'style', 'head'])
const PARAGRAPHS = new Set(['p', 'div', 'ul', 'ol', 'table', 'section', 'article', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

export function textOfHtml(html: string): string {
  let title = ''
  let hidden = ''
  let link = ''
  let text = ''
  for (const [at, piece] of html.split('<').entries()) {
    const end = piece.indexOf('>')
    const tag = at === 0 || end < 0 ? '' : piece.slice(0, end)
    const words = at === 0 ? piece : end < 0 ? `<${piece}` : piece.slice(end + 1)
    const name = /^\/?(\w{1,20})/.exec(tag)?.[1]?.toLowerCase() ?? ''
    const closes = tag.startsWith('/')
    if (name === 'title' && !closes) title = unescaped(words).trim()
    if (HIDDEN.has(name)) hidden = closes ? '' : hidden || name
    if (hidden || name === 'title') continue
    if (name === 'a') {
      text += closes ? `](${link})` : '['
      link = closes ? '' : (/\bhref="([^"]{0,2000})"/i.exec(tag)?.[1] ?? '')
    } else if (name === 'li') text += closes ? '' : '\n- '
    else if (name === 'br' || name === 'tr') text += '\n'
    else if (PARAGRAPHS.has(name))
      text += closes || !/^h\d$/.test(name) ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `
    text += unescaped(words)
  }
  const lines = text.split('\n').map((line) => line.trim())
  const plain = lines
    .filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
    .join('\n')
    .trim()
  return title && !plain.startsWith('# ') ? `# ${title}\n\n${plain}` : plain
}
