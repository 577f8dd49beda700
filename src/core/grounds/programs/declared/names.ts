// Names as tools write them: split into words, in the singular and the plural.

/** `getUserEmail`, `get-user-email`, `get.user_email`: the words, in lower case. */
export function wordsOf(name: string): string[] {
  const spaced = name
    .replace(/[a-z0-9](?=[A-Z])/g, (end) => `${end} `)
    .replace(/[A-Z](?=[A-Z][a-z])/g, (one) => `${one} `)
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)
}

const IRREGULAR: Record<string, string> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  data: 'data',
  news: 'news',
  series: 'series',
  analyses: 'analysis',
  indices: 'index',
  criteria: 'criterion',
  movies: 'movie',
  houses: 'house',
  warehouses: 'warehouse',
  purchases: 'purchase',
  databases: 'database',
  cases: 'case',
  leases: 'lease',
  releases: 'release',
  courses: 'course',
  expenses: 'expense',
  licenses: 'license',
  invoices: 'invoice',
  purposes: 'purpose',
  responses: 'response',
  nurses: 'nurse',
  horses: 'horse',
  phases: 'phase',
  bases: 'base',
  causes: 'cause',
  clauses: 'clause',
  pauses: 'pause'
}

/** An English noun in the singular: `categories`, `addresses`, `tickets`. */
export function singular(word: string): string {
  const known = IRREGULAR[word]
  if (known) return known
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|us|zz)es$/.test(word)) return word.slice(0, -2)
  if (word.length < 4 || /(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word
  return word.slice(0, -1)
}

/** The plural of what `singular` gives. */
export function plural(word: string): string {
  const known = Object.entries(IRREGULAR).find(([, one]) => one === word)
  if (known) return known[0]
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`
}
