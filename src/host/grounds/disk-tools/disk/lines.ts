// Numbered lines, counting and replacing: what the tools of all agents share.

/** Lines with their numbers, right-aligned in six columns. */
export const numbered = (lines: string[], first: number, mark: '→' | '\t'): string =>
  lines.map((line, index) => `${String(first + index).padStart(6)}${mark}${line}`).join('\n')

export const occurrences = (content: string, part: string): number => (part ? content.split(part).length - 1 : 0)

/** All occurrences, with `next` as it stands: `$&` means nothing. */
export const replaced = (content: string, part: string, next: string): string => content.split(part).join(next)

export const replacedOnce = (content: string, part: string, next: string): string => content.replace(part, () => next)
