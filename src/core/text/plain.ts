// A text by what it shows, not by how it was captured; and its ends cut off in linear time.

/** The text as it is compared: line ends of one kind, without blanks at ends of lines and blank lines around. Linear in it. */
export function plain(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd())
  return lines.join('\n').replace(/^\n+/, '').trimEnd()
}

// A regular expression such as /\s+$/ is tried at every character of every run: 65,000 line ends took it 13 s. For all white space
// `trimEnd` does the same at once; the two below serve where only some characters go.

/** The text without those of `characters` that it ends in. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The text without the spaces and tabs that its lines end in. */
export function trimLines(text: string): string {
  return text.replace(/[ \t]+/g, (run, at: number) => (LINE_ENDS.has(text.charAt(at + run.length)) ? '' : run))
}

// What `$` stands before under the flag m; '' is the end of the text.
const LINE_ENDS = new Set(['\n', '\r', '\u2028', '\u2029', ''])
