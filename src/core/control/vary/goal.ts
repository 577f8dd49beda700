// What a scenario without a task is about.

/** Its title as a sentence. */
export function goalOf({ title }: { title: string }): string {
  const text = title.trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
