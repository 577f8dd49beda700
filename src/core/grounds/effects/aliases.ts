// Aliases of the world's shell: "`ll` is an alias for `ls -l`", `alias ll='ls -l'`, and what `alias` and `type` print.

export interface Alias {
  name: string
  words: string
}

const SET = /(?:^|[`$\s])alias ([A-Za-z_][\w.-]{0,30})=(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|([\w./-]{1,60}))/g
const SAID =
  /(?:^|\s)[`'"]?([A-Za-z_][\w.-]{0,30})[`'"]? is (?:an alias (?:for|of)|aliased to|short for) [`'"]([^`'"\n]{1,200})[`'"]/g

/** @param prose lines that belong to no file */
export function aliasesIn(prose: readonly string[]): Alias[] {
  const text = prose.join('\n')
  const set = [...text.matchAll(SET)].map(([, name = '', one, two, bare = '']) => ({ name, words: one ?? two ?? bare }))
  const said = [...text.matchAll(SAID)].map(([, name = '', words = '']) => ({ name, words }))
  return [...new Map([...said, ...set].map((one) => [one.name, one])).values()]
}
