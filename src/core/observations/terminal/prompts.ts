// Whether the end of a terminal's text asks for input.

/** A shell's prompt, a REPL's or the one of its next line, a question. */
export function asks(text: string): boolean {
  const line = lastLine(text.trimEnd())
  // A longer line that ends in three dots tells of work that goes on.
  return /[$#>%:?)\]❯»λ]$/.test(line) || line.trim() === '...'
}

export function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1)
}
