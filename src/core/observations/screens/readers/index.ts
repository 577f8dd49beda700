// The list of screen formats. A new one is a file in this folder and a line here; the first that recognises a text reads it.
import type { ScreenReader } from '../reader.ts'
import type { Screen } from '../screen.ts'
import { androidDataclass } from './android/dataclass.ts'
import { droidbot } from './android/droidbot.ts'
import { droidrun } from './android/droidrun.ts'
import { androidElements } from './android/elements.ts'
import { androidList } from './android/list.ts'
import { uiautomator } from './android/uiautomator.ts'
import { aria } from './aria/index.ts'
import { axtree } from './axtree.ts'
import { html } from './html/index.ts'
import { osworldTable } from './osworld/table.ts'
import { osworldTableOld } from './osworld/table-old.ts'
import { osworldXml } from './osworld/xml.ts'
import { webarena } from './webarena.ts'

export const readers: ScreenReader[] = [
  osworldTable,
  osworldTableOld,
  androidElements,
  androidDataclass,
  androidList,
  droidrun,
  droidbot,
  uiautomator,
  osworldXml,
  html,
  webarena,
  axtree,
  aria
]

// Past this much text no screen is drawn: a real one is far smaller, and reading would hold up the window.
const LONGEST = 2_000_000

// Files and pipes on Windows begin with it; it says nothing, and stands where every format is recognised.
const BYTE_ORDER_MARK = '\uFEFF'

/** The screen in an observation, or why there is none, in a sentence. Never throws. */
export function readScreen(text: string): { screen: Screen } | { problem: string } {
  if (text.length > LONGEST) {
    return {
      problem: `This observation is too long to draw: it has ${text.length.toLocaleString('en')} characters, and the most is ${LONGEST.toLocaleString('en')}.`
    }
  }
  if (text.startsWith(BYTE_ORDER_MARK)) return readMarked(text)
  return readPlain(text)
}

function readPlain(text: string): ReturnType<typeof readScreen> {
  const reader = readers.find((one) => one.recognises(text))
  if (!reader) return { problem: 'This observation is not in a screen format that Orrery knows.' }
  try {
    return { screen: reader.read(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `This observation looks like ${reader.title}, but could not be read: ${reason}` }
  }
}

/** The screen behind the mark, whose spans count the mark and which is written with it. */
function readMarked(text: string): ReturnType<typeof readScreen> {
  const read = readPlain(text.slice(BYTE_ORDER_MARK.length))
  if ('problem' in read) return read
  const { layout, ...screen } = read.screen
  const nodes = screen.nodes.map((node) => ({ ...node, start: node.start + 1, end: node.end + 1 }))
  return { screen: { ...screen, nodes, ...(layout && { layout: [BYTE_ORDER_MARK, ...layout] }) } }
}
