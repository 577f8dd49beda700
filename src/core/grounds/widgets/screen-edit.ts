// What an edit changes on a screen, in any format.

/** What becomes of the nodes, by their indexes. */
export interface ScreenEdit {
  /** What fields hold now. */
  texts?: ReadonlyMap<number, string>
  /** What stands below a part of a date in place of its number. */
  shown?: ReadonlyMap<number, string>
  /** What things are called now; only OSWorld's XML is written so. */
  names?: ReadonlyMap<number, string>
  /** What texts say now that stand beside fields; HTML and OSWorld's XML are not written so. */
  says?: ReadonlyMap<number, string>
  /** What numbers are now, where that is told apart from their text; only OSWorld's XML is written so. */
  numbers?: ReadonlyMap<number, number>
  states?: ReadonlyMap<number, Readonly<Record<string, boolean | string>>>
  /** The highest number that a snapshot's references have had. */
  last?: number
  /** What has the keyboard now; `null`: nothing. Absent: it stays where it is. */
  focus?: number | null
  /** The place on the page that its address names now, as `#orders`. */
  place?: string
  /** Gone, with all that lies in them. */
  removed?: readonly number[]
  /** Lines that a node is followed by from now on. */
  inserted?: { after: number; lines: readonly string[] }
}
