// Whether a command is one that bash takes, before it is typed: an open quote would wait for more for ever.

/** The command that says it: `bash -n`, with what is wrong as its output. */
export function checking(command: string): string {
  const lines = new Set(command.split('\n'))
  let end = 'EOF'
  while (lines.has(end)) end = `_${end}`
  return `bash -n <<'${end}'\n${command}\n${end}`
}

// Each step takes one piece of the line, so nothing is gone over twice.
const PIECES = {
  blank: /[ \t]+/y,
  /** Between two commands. */
  separator: /&&|\|\||[;|&\n]/y,
  redirection: /\d?(?:>>?|<)(?:&\d)?[ \t]*/y,
  word: /[\w./=@:,%+~?*!-]+|\$\w+|\$[?!$@*]|'[^']*'|"(?:[^"`\\$]|\$\w)*"/y
}

/** Words, quotes that end, and simple lists of commands: what bash certainly takes, so that no check is needed. */
export function isPlain(command: string): boolean {
  if (command.split(/[\s;&|]/).some((word) => RESERVED.has(word))) return false
  let at = 0
  let words = 0
  const take = (piece: RegExp): string | null => {
    piece.lastIndex = at
    const [found] = piece.exec(command) ?? []
    at += found?.length ?? 0
    return found ?? null
  }
  while (at < command.length) {
    if (take(PIECES.blank)) continue
    const redirection = take(PIECES.redirection)
    if (redirection && !redirection.trimEnd().includes('&') && !take(PIECES.word)) return false
    if (redirection || take(PIECES.word)) words++
    else if (words === 0 || !take(PIECES.separator)) return false
    else words = 0
  }
  return words > 0 || /[;&\n][ \t]*$/.test(command.replace(/&&\s*$/, ''))
}

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac select function in time coproc'.split(' ')
)
