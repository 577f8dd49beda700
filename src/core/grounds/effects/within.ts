// What a folder is said to be with, by the paths of its files: "a src directory with a.c and b.c" has src/a.c and src/b.c.

import { isFile } from './heading.ts'
import { isSurely } from './name-forms.ts'

const WITH =
  '(?:with|containing|holding|that (?:has|holds|contains)|which (?:has|holds|contains)) (?:(?:the|two|three|four|five|\\d{1,2}) files? )?'
const FOLDER = new RegExp(
  `\\b(?:(?:an?|the|one|another) )?[\`'"]?([\\w@+~/.-]{1,60})[\`'"]? (?:sub-?)?(?:folder|directory|dir) ${WITH}|\\bin [\`'"]?([\\w@+.-]{1,60}\\/)[\`'"]? ${WITH}`,
  'gi'
)
const NO_NAME =
  /^(?:an?|the|one|another|this|that|its|his|her|my|your|their|working|current|home|same|root|new|empty|second|first|single|whole|project|repository|following|source|nested|hidden|and|or|of|is)$/i
const ENTRY = /([`'"]?)([\w@+-][\w@+.-]{0,60})(?:\1)((?: \([^()\n]{0,80}\))?)/y
const BETWEEN = /,? and (?!an? )|, (?!and an? |an? )/y

/** @param text sentences; as many lines as before */
export function unfolded(text: string): string {
  let made = ''
  let done = 0
  for (const { 0: head, 1: called, 2: folder = called ?? '', index } of text.matchAll(FOLDER)) {
    if (index < done || !isFolderName(folder, head)) continue
    const { list, end } = entriesIn(text, index + head.length, folder.replace(/\/$/, ''))
    if (list === '') continue
    // "lives in core/ with a.py"
    made += `${text.slice(done, index)}${called === undefined ? 'as ' : ''}${list}`
    done = end
  }
  return made + text.slice(done)
}

/** Whether a word before "folder" is its name: "an untracked directory" is called otherwise. @param words what it stands in */
export const isFolderName = (word: string, words: string): boolean =>
  !NO_NAME.test(word.replace(/\/$/, '')) && (!/ed$/.test(word) || /[`'"]/.test(words))

function entriesIn(text: string, from: number, folder: string): { list: string; end: number } {
  let list = ''
  let end = from
  let first = -1
  for (let at = from; ; ) {
    ENTRY.lastIndex = at
    const [whole = '', mark = '', word = '', note = ''] = ENTRY.exec(text) ?? []
    const name = word.replace(/\.$/, '')
    if (whole === '' || !(isSurely(name) && isFile(name)) || (!name.includes('.') && !/^[A-Z]/.test(name))) break
    list += `${text.slice(end, at)}${mark}${folder}/${name}${mark}${note}`
    end = at + whole.length - (word.length - name.length)
    if (first < 0) first = end
    BETWEEN.lastIndex = end
    const between = BETWEEN.exec(text)?.[0]
    // "an include folder with a.h, and CMakeLists.txt": the list around goes on.
    if (between === undefined || (end === first && between === ', and ')) break
    at = end + between.length
  }
  return { list, end }
}
