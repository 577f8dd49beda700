// A screen as the agent is told of it: one model for every observation format (readers/), drawn by the screen surface.

/** Pixels from the top left corner of the screen. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** One thing on the screen. */
export interface ScreenNode {
  /** What an action names it by (bid, index, ref), as written; `null` when it cannot be named. */
  ref: string | null
  /** Its kind in ARIA's words, lower case, where ARIA has one for it (`button`, `textbox`, `statictext`); else `tag` in lower case. */
  role: string
  /** Its kind as the format writes it (`push-button`, `android.widget.EditText`, `RootWebArea`). */
  tag: string
  /** Accessible name; `''` for none. */
  name: string
  /** Text it shows besides its name; `''` for none. */
  text: string
  /** What was entered or chosen; `null` for things that hold no value. */
  value: string | null
  /** In ARIA's words where it has them (`checked`, `disabled`, `expanded`, `focused`, `selected`, `required`, `clickable`, `scrollable`, `editable`). */
  states: Record<string, boolean | string>
  bounds: Bounds | null
  /** Everything else that the format says of it, names and values as written, in their order. */
  attributes: [name: string, value: string][]
  /** Index of the node it lies in; -1 at the top. Always smaller than its own. */
  parent: number
  /** The part of the observation it was read from, its own line or opening tag: UTF-16 offsets, end exclusive. */
  start: number
  end: number
}

export interface Tab {
  title: string
  url: string | null
  current: boolean
}

/** A whole screen. `nodes` are in document order, parents before children. */
export interface Screen {
  /** Name of the reader (readers/index.ts) that read it. */
  format: string
  nodes: ScreenNode[]
  /** Size in pixels, where the format or the bounds tell. */
  width: number | null
  height: number | null
  url: string | null
  title: string | null
  tabs: Tab[]
  /** Lines before the tree that are none of the above, as written. */
  preface: string
  /** What could not be read, in a person's words. */
  warnings: string[]
  /**
   * How the text is put together, for its own reader to write it as it was: pieces as written and, for a number, that node as the
   * format spells it. Leave it out of a screen whose nodes are others.
   */
  layout?: (string | number)[]
}
