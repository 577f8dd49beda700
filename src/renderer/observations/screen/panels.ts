// The windows of a desktop whose format tells of none: a table has only rows, so its windows are told from where they stand.
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { around, covers, distance, holds, outlineOf, type ScreenOutline } from './outline.ts'

/** Nodes that lie on one sheet. */
export interface Panel {
  /** `bare` has no sheet: what stands on the wallpaper, or in the bars at the edges of the screen. */
  kind: 'window' | 'menu' | 'bare'
  /** The sheet behind the nodes, in the screen's pixels. */
  box: PixelBounds
  /** In document order. */
  nodes: number[]
  /** The node whose own box is the sheet, and whose name its title: its first. `null` when nothing names it. */
  owner: number | null
}

/**
 * The panels of a flat screen from the lowest to the uppermost; `null` where the format nests its nodes and so tells them itself.
 * `changed`: the nodes that are new or say something else than they did. O(n).
 *
 * The rule. Rows stand in the order of the programs' own trees, so a window is a run of rows. A new run begins
 * 1. at a frame, dialog or alert, which holds the rows that lie in it;
 * 2. at a row apart from all the run has, and above the row before it: a window is read downwards, with steps to its right;
 * 3. at the first word of a second menu bar;
 * 4. at the rows around a button "Cancel" that keep together inside the rest of the run: a dialog over its own window.
 * Rows of a menu one below the other are a menu that dropped down. The later run lies on top, as the newest window comes last,
 * unless the earlier one is new where the later one is as it was, or would be covered whole by one that has a menu bar, and so is
 * no dialog. Bars at the edges lie above windows, menus above all.
 */
export function panelsOf(screen: Screen, changed: ReadonlySet<number>): Panel[] | null {
  if (screen.nodes.some(({ parent }) => parent >= 0)) return null
  const outline = outlineOf(screen)
  const menus = dropped(screen, outline)
  const inMenu = new Set(menus.flatMap(({ nodes }) => nodes))
  const edge: Panel = { kind: 'bare', box: NOWHERE, nodes: [], owner: null }
  const runs: Run[] = []
  screen.nodes.forEach(({ bounds }, index) => {
    if (!bounds || bounds.width <= 0 || bounds.height <= 0 || inMenu.has(index)) return
    if (isEdge(bounds)) {
      edge.nodes.push(index)
      return
    }
    const last = runs.at(-1)
    const owns = isOwner(index, bounds, outline)
    if (owns || !last || begins(index, bounds, last, screen, outline)) {
      const home = owns ? undefined : runs.slice(-NEAR).find(({ owner, box }) => owner !== null && holds(box, bounds))
      if (home) home.nodes.push(index)
      else runs.push({ nodes: [index], box: { ...bounds }, owner: owns ? index : null, bar: null, last: bounds })
    } else {
      last.nodes.push(index)
      if (last.owner === null) last.box = around(last.box, bounds)
      last.last = bounds
    }
    const run = runs.at(-1)
    if (run && isMenuWord(index, outline)) run.bar = bounds.y
  })
  const sheets = runs.flatMap((run) => dialogIn(run, screen, outline)).map((run) => sheet(run, outline))
  const windows = stacked(
    sheets.filter(({ kind }) => kind === 'window'),
    outline,
    changed
  )
  return [...sheets.filter(({ kind }) => kind === 'bare'), ...windows, edge, ...menus].filter(
    ({ nodes }) => nodes.length > 0
  )
}

interface Run {
  nodes: number[]
  box: PixelBounds
  owner: number | null
  /** Where its menu bar stands. */
  bar: number | null
  /** The row before. */
  last: PixelBounds
}

const NOWHERE: PixelBounds = { x: 0, y: 0, width: 0, height: 0 }
// Parts of one window, and of one small dialog, stand closer than this, in pixels of the screen.
const APART = 64
const TOGETHER = 80
// Windows that a row may belong to besides the last.
const NEAR = 8

/** In a bar along the top or the left edge, where desktops keep their clock and their programs. */
function isEdge({ x, y, width, height }: PixelBounds): boolean {
  return (y <= 2 && height <= 40 && width <= 400) || (x <= 2 && width <= 90 && height >= 40 && height <= 120)
}

function isOwner(index: number, { width, height }: PixelBounds, { kinds }: ScreenOutline): boolean {
  const kind = kinds[index]
  return (kind === 'window' || kind === 'dialog' || kind === 'alert') && width >= 120 && height >= 80
}

function begins(index: number, bounds: PixelBounds, run: Run, screen: Screen, outline: ScreenOutline): boolean {
  if (run.owner !== null) return !holds(run.box, bounds)
  if (distance(run.box, bounds) > APART && bounds.y + bounds.height <= run.last.y + 4) return true
  const before = run.nodes.at(-1)
  const next = before !== undefined && isMenuWord(before, outline) && screen.nodes[before]?.bounds?.y === bounds.y
  return isMenuWord(index, outline) && run.bar !== null && Math.abs(run.bar - bounds.y) > 10 && !next
}

function isMenuWord(index: number, { kinds }: ScreenOutline): boolean {
  return kinds[index] === 'menuitem'
}

/** Rows of a menu that stand one below the other, as wide as one another. */
function dropped({ nodes }: Screen, outline: ScreenOutline): Panel[] {
  const found: Panel[] = []
  let run: number[] = []
  let box = NOWHERE
  const close = () => {
    if (run.length > 1) found.push({ kind: 'menu', box: widened(box, 4, outline), nodes: run, owner: null })
    run = []
  }
  nodes.forEach(({ bounds }, index) => {
    const last = nodes[run.at(-1) ?? -1]?.bounds
    if (!bounds || !isMenuWord(index, outline)) {
      close()
      return
    }
    const below = last && Math.abs(last.x - bounds.x) <= 2 && Math.abs(last.width - bounds.width) <= 2
    const gap = last ? bounds.y - last.y - last.height : 0
    if (!below || gap < -4 || gap > 4 * last.height) close()
    box = run.length === 0 ? { ...bounds } : around(box, bounds)
    run.push(index)
  })
  close()
  return found
}

/** The run in two, where a dialog lies in it: what keeps together around "Cancel". */
function dialogIn(run: Run, { nodes }: Screen, outline: ScreenOutline): Run[] {
  if (run.owner !== null) return [run]
  const said = run.nodes.findLastIndex(
    (index) => outline.kinds[index] === 'button' && /^(cancel|discard)$/i.test(nodes[index]?.name ?? '')
  )
  const at = nodes[run.nodes[said] ?? -1]?.bounds
  if (!at) return [run]
  let box: PixelBounds = at
  const near = (nth: number) => {
    const bounds = nodes[run.nodes[nth] ?? -1]?.bounds
    if (!bounds || distance(box, bounds) > TOGETHER) return false
    box = around(box, bounds)
    return true
  }
  let [from, to] = [said, said]
  while (near(to + 1)) to++
  while (near(from - 1)) from--
  const inside = run.nodes.slice(from, to + 1)
  const rest = [...run.nodes.slice(0, from), ...run.nodes.slice(to + 1)]
  const asks = inside.some((index) => outline.kinds[index] === 'field' || outline.kinds[index] === 'text')
  if (rest.length < 3 || inside.length < 3 || !asks) return [run]
  const below = rest.map((index) => nodes[index]?.bounds ?? at).reduce(around)
  const { x, y, width, height } = box
  const middle = { x: x + width / 2, y: y + height / 2, width: 0, height: 0 }
  if (!holds(below, middle) || width * height > below.width * below.height * 0.6) return [run]
  return [
    { ...run, nodes: rest, box: below },
    { ...run, nodes: inside, box }
  ]
}

/** A run as it is drawn: a window with a margin, or, for a word or an icon alone, nothing behind it. */
function sheet({ nodes, box, owner }: Run, outline: ScreenOutline): Panel {
  if (owner !== null) return { kind: covers(box, outline) ? 'bare' : 'window', box, nodes, owner }
  const alone = nodes.length < 3 && box.width < 240 && box.height < 160
  return alone
    ? { kind: 'bare', box, nodes, owner }
    : { kind: 'window', box: widened(box, MARGIN, outline), nodes, owner }
}

// What a window has around its outermost parts, in the screen's pixels.
const MARGIN = 12

function widened({ x, y, width, height }: PixelBounds, by: number, { extent }: ScreenOutline): PixelBounds {
  const [left, top] = [Math.max(Math.min(0, x), x - by), Math.max(Math.min(0, y), y - by)]
  const right = Math.min(Math.max(extent.width, USUAL.width), x + width + by)
  const bottom = Math.min(Math.max(extent.height, USUAL.height), y + height + by)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

// A table does not say how large its screen is: OSWorld's machines have this one.
const USUAL = { width: 1920, height: 1080 }
// More windows than this are not expected; the rest stay in their original order.
const MOST_SORTED = 60

/** In the order of drawing. */
function stacked(windows: Panel[], outline: ScreenOutline, changed: ReadonlySet<number>): Panel[] {
  if (windows.length < 2 || windows.length > MOST_SORTED) return windows
  const fresh = windows.map(({ nodes }) => nodes.every((index) => changed.has(index)))
  const stale = windows.map(({ nodes }) => !nodes.some((index) => changed.has(index)))
  const main = windows.map(({ nodes }) => nodes.some((index) => isMenuWord(index, outline)))
  const raised = windows.map((one, index) =>
    windows.some(
      (later, at) => at > index && ((main[at] && holds(later.box, one.box, true)) || (fresh[index] && stale[at]))
    )
  )
  return [...windows.filter((_, index) => !raised[index]), ...windows.filter((_, index) => raised[index])]
}
