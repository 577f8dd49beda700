// What a site of the web recorder is: pages for requests, so that nothing of a real site or its owner is in a sample.

export interface Asked {
  path: string
  /** What the form or the address carries. */
  fields: URLSearchParams
}

/** A page, or where to go instead, as a real site sends one on after a form. */
export type Answer = { title: string; body: string } | { to: string }

export interface Site {
  host: string
  /** A fresh site, whose baskets are empty. */
  open(): (asked: Asked) => Answer
}

/** Text as HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
