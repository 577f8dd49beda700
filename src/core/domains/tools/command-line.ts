// A command as a person types it, taken apart into what a program is started with.
import { OrreryError } from '../../errors.ts'

export interface CommandLine {
  command: string
  args: string[]
  /** What stands before the command as `NAME=value`. */
  env: Record<string, string>
}

// A part of a word: 'as it is', "with \" escaped", \ before a blank, a quote or itself, or anything else but a blank.
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s'"\\])|([^\s'"])/y

/**
 * Splits a command line into words as a shell does, without what else a shell does: no variables, no pipes, no wildcards. A
 * backslash that stands before nothing special is itself, as Windows paths have it.
 * @throws OrreryError invalid-input for a quote without its end, or no command
 */
export function readCommandLine(text: string): CommandLine {
  const words: string[] = []
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at++
      continue
    }
    let word = ''
    while (at < text.length && !/\s/.test(text[at] ?? '')) {
      PART.lastIndex = at
      const found = PART.exec(text)
      if (!found) {
        throw new OrreryError('invalid-input', `The quote at "${text.slice(at, at + 20)}" is not closed. Close it.`)
      }
      const [whole, single, double, escaped, plain] = found
      word += single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? ''
      at += whole.length
    }
    words.push(word)
  }
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [command, ...args] = first < 0 ? [] : words.slice(first)
  if (!command) {
    throw new OrreryError('invalid-input', 'There is no command. Enter one, such as npx -y some-mcp-server')
  }
  const env = words.slice(0, first).map((word): [string, string] => {
    const equals = word.indexOf('=')
    return [word.slice(0, equals), word.slice(equals + 1)]
  })
  return { command, args, env: Object.fromEntries(env) }
}
