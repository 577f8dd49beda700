// Symbolic links: "/var/www/current points to /var/www/releases/42".

import type { StateChange } from '../../../tree/ground.ts'
import { denies, type StatedText } from './said.ts'

const PATH = '[`\'"]?((?:~|/[\\w@+.-]+)(?:/[\\w@+.-]+)*)[`\'"]?'
// Where it leads may be told from its own folder.
const TO = '[`\'"]?((?:~|\\.{0,2}/?[\\w@+.-]+)(?:/[\\w@+.-]+)+|(?:~|/[\\w@+.-]+)(?:/[\\w@+.-]+)*)[`\'"]?'
const LINK = new RegExp(
  `(?:^|[\\s(,])${PATH} (?:is (?:an? |the )?(?:symlink|sym(?:bolic )?link|soft link|link)(?: that (?:leads|points))? to|(?:sym)?links to|points to|->) ${TO}`,
  'g'
)

/** They are made after the files. */
export function linksIn({ sentences }: StatedText, home: string): StateChange[] {
  const whole = (path: string): string => path.replace(/^~/, home).replace(/[.,:]$/, '')
  return sentences.flatMap((sentence) =>
    denies(sentence)
      ? []
      : [...sentence.matchAll(LINK)].map(
          ([, path = '', to = '']): StateChange => ({ do: 'link', path: whole(path), to: whole(to) })
        )
  )
}
