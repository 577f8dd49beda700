// What an action asks of a browser itself, beside what it asks of the page that is shown.

export type Navigation =
  | { do: 'go'; url: string }
  | { do: 'back' }
  | { do: 'forward' }
  | { do: 'open-tab'; url: string | null }
  | { do: 'show-tab'; tab: number }
  /** `null`: the one that is shown. */
  | { do: 'close-tab'; tab: number | null }
