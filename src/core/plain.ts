// A text by what it shows, not by how it was captured.

/** The text as it is compared: line ends of one kind, without blanks at ends of lines and blank lines around. Linear in it. */
export function plain(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd())
  return lines.join('\n').replace(/^\n+/, '').trimEnd()
}
