// The locale that a text names: "The locale is de_DE.UTF-8", and what `locale` prints.

import { printedBy, type StatedText, type StatementFacts } from './said.ts'

const NAME = /\b([a-z]{2,3}_[A-Z]{2}(?:\.[A-Za-z0-9-]{3,12})?(?:@\w{2,8})?)(?![\w/-])/
const PLAIN =
  /\b(?:locale|LANG|LC_ALL)(?: is| is set to| set to|:|=)? ?["'`]?(C\.UTF-8|C\.utf8|POSIX|C)(?=$|[\s"'`,.)])/

export function localeIn(said: StatedText): StatementFacts {
  const printed = printedBy(said, /^locale$/)
    .find((line) => /^LANG=/.test(line))
    ?.slice(5)
  const told = said.sentences
    .filter((one) => /\blocales?\b|\bLANG\b|\bLC_ALL\b/i.test(one) && !/\bnot (?:set|installed|generated)\b/i.test(one))
    .map((one) => NAME.exec(one)?.[1] ?? PLAIN.exec(one)?.[1])
    .find((one) => one !== undefined)
  const name = printed?.replaceAll('"', '') || told
  if (!name) return { effects: [] }
  const own = /^(?:C|POSIX)/.test(name)
  return {
    effects: [{ do: 'env', name: 'LANG', value: name }, ...(own ? [] : [{ do: 'locale' as const, name }])],
    ...(!own && {
      unmade: [
        { at: name, why: `Sorting, messages, and the forms of dates and numbers are those of C.UTF-8, not of ${name}.` }
      ]
    })
  }
}
