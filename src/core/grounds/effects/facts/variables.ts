// Variables of the environment, as sentences, lists and `env` give them.

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText, type StatementFacts } from './said.ts'

const LINE = /^(?:[-*•] |export )?`?([A-Z_][A-Z0-9_]{0,60})=([^\n]*?)`?$/
const ITEM = /^[-*•] `?([A-Z_][A-Z0-9_]{0,60})`?(?:: | = | → | -> )`?([^\n]*?)`?$/
const HEAD = /^(?:the )?(?:shell's )?(?:environment(?: variables?)?|variables|exported variables|env)\b[^\n]{0,60}:?$/i
const SET = [
  /\bvariables? `?([A-Z_][A-Z0-9_]{0,60})`? (?:is|has|holds|contains|set to|is set to|has the value|=) ?([^\n]+)/,
  /`?\b([A-Z_][A-Z0-9_]{1,60})`? (?:is|are|has been) (?:set|exported) (?:to|as) ([^\n]+)/,
  /^`?(EDITOR|VISUAL|PAGER|TERM|LANG|TZ|PS1|PYTHONPATH|JAVA_HOME|GOPATH|NODE_ENV|[A-Z][A-Z0-9]*_[A-Z0-9_]+)`? is ([^\n]+)/,
  /^`?([A-Z][A-Z0-9]{2,30})`? is (\d{1,9}|true|false|on|off|yes|no|https?:\/\/\S+|\/\S*)$/,
  /(?:, |\band )(TERM|EDITOR|PAGER|LANG|TZ) is ([^\n]+)/,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+) points (?:to|at) ([^\n]+)/
]
// By itself, or in a list of such.
const ALONE = /^`?([A-Z_][A-Z0-9_]{1,60})=(\S+?)`?$/
const GIVEN = /\b([A-Z_][A-Z0-9_]{1,60})=("[^"\n]*"|'[^'\n]*'|[^\s,;"'`]+)/g
const IS_SET =
  /\b(?:is|are|has been|already) (?:set|exported|defined)\b|\bin (?:the|its|his|her) environment\b|\benvironment (?:has|holds|contains|sets)\b|\bexported\b/i
const IF =
  /\b(?:if|when|unless|should|must|needs?|would|will|to (?:enable|use|get|have)|set it|can be|expects?|requires?)\b/i
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const isItem = (line: string): boolean => LINE.test(line) || ITEM.test(line)

/** @param lines the prose */
export function variablesIn(said: StatedText, lines: readonly string[]): StatementFacts {
  const found = new Map<string, string>()
  const set = (name: string, value: string) => found.set(name, plain(value))
  for (const [at, line] of lines.entries()) {
    const head = lines.slice(0, at).findLast((one) => !isItem(one.trim()) && one.trim() !== '') ?? ''
    const [, name, value] = LINE.exec(line.trim()) ?? ITEM.exec(line.trim()) ?? []
    if (name !== undefined && value !== undefined && (HEAD.test(head.trim()) || line.startsWith('export ')))
      set(name, value)
    const [, list = ''] = /(?:^|[.;] )environment(?: variables)?: ?(\S[^\n]*)$/i.exec(line.trim()) ?? []
    for (const [, one = '', given = ''] of list.matchAll(GIVEN)) set(one, given.replace(/\.$/, ''))
  }
  for (const { command, output } of said.quoted) {
    if (/^(?:env|printenv|export(?: -p)?)(?: \| (?:sort|grep)[^\n]{0,40})?$/.test(command)) {
      for (const line of output) {
        const [, name, value] = LINE.exec(line.replace(/^declare -x /, '')) ?? []
        if (name !== undefined && value !== undefined && !SHELL.has(name)) set(name, value)
      }
    }
    const one = /^(?:echo "?\$\{?(\w+)\}?"?|printenv (\w+))$/.exec(command)
    const name = one?.[1] ?? one?.[2]
    if (name !== undefined && !SHELL.has(name) && output[0]) set(name, output[0])
  }
  for (const sentence of said.sentences) {
    if (IF.test(sentence)) continue
    for (const part of denies(sentence) ? sentence.split(/, (?:and )?/) : [sentence])
      if (!denies(part)) ofOne(part, set)
    if (denies(sentence)) continue
    const alone = sentence.split(/,? and |, /).map((one) => ALONE.exec(one))
    if (alone.every((one) => one !== null)) for (const [, name = '', value = ''] of alone) set(name, value)
    else if (IS_SET.test(sentence)) for (const [, name = '', value = ''] of sentence.matchAll(GIVEN)) set(name, value)
    const [, own] =
      /(?:^|[,;] |\band )[`'"]?([~/][\w./-]*)[`'"]? (?:is|comes) (?:also |already |first )?(?:on|in) (?:the |his |her |your |my |its |their )?PATH\b/.exec(
        sentence
      ) ?? []
    if (own !== undefined) found.set('PATH', `${PATH}:${own.replace(/^~/, '$HOME')}`)
    const [, more] = /\bPATH (?:also )?(?:includes|contains|has|holds) (\/[\w./-]*\w)/.exec(sentence) ?? []
    const [, first] = /\bPATH (?:starts|begins) with (\/[\w./-]*\w)/.exec(sentence) ?? []
    if (first !== undefined) found.set('PATH', `${first}:${PATH}`)
    if (more !== undefined) found.set('PATH', `${PATH}:${more}`)
  }
  return { effects: [...found].map(([name, value]): StateChange => ({ do: 'env', name, value })) }
}

/** What a sentence says of one variable. */
function ofOne(sentence: string, set: (name: string, value: string) => void): void {
  for (const form of SET) {
    const [, name, value = ''] = form.exec(sentence) ?? []
    const word = /^(?:set to )?("[^"]*"|'[^']*'|`[^`]*`|\S+)/.exec(value)?.[1]?.replace(/[,;:]$/, '') ?? ''
    if (name !== undefined && word !== '' && !/^(?:set|used|a|an|the|not|in|for|empty|read|exported)$/.test(word))
      set(name, word)
  }
}

// What a shell has of its own.
const SHELL = new Set('_ PWD OLDPWD SHLVL HOME USER LOGNAME SHELL HOSTNAME'.split(' '))

const plain = (value: string): string => {
  const quote = value.charAt(0)
  return /["'`]/.test(quote) && value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value
}
