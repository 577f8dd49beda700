// The names of files and folders in a sentence.

// Files whose names have no ending.
const FILES = new Set(['Makefile', 'Dockerfile', 'LICENSE', 'README', 'Gemfile', 'Procfile'])

/** The words of `list` that name files, by their ending or because only files are called so, and folders, by their slash. */
export function namesIn(list: string): { name: string; before: string; after: string }[] {
  return [...list.matchAll(/[^\s,;()]+/g)].flatMap(({ 0: word, index }) => {
    const name = word.replaceAll(/[`'"]/g, '').replace(/[.:!?]$/, '')
    const last = name.split('/').at(-1) ?? ''
    const ending = last.slice(last.lastIndexOf('.') + 1)
    const isFile =
      FILES.has(last) || (last.includes('.') && /^[A-Za-z]\w{0,9}$/.test(ending)) || /\.[a-z]{2,6}\.\d{1,3}$/.test(last)
    if (!/^[\w@+.-][\w@.+/-]*$/.test(name) || !(isFile || name.endsWith('/'))) return []
    return list.slice(index + word.length).startsWith(' files')
      ? []
      : [{ name, before: list.slice(0, index), after: list.slice(index + word.length) }]
  })
}
