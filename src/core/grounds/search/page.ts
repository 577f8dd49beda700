// A page that a world states.

/** `text` is Markdown. `date` and `snippet` are as the world states them; `''` where it does not. */
export interface StatedPage {
  address: string
  title: string
  date: string
  snippet: string
  text: string
}

/** What searches the pages of one world: their places in the list, best first, and behind them those that hold only other forms of the words. The same pages and words rank the same everywhere. */
export type PageIndex = (words: readonly string[], forms: readonly string[]) => number[]
export type OpenPageIndex = (pages: readonly StatedPage[]) => PageIndex
