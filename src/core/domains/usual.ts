// Which kind of world is meant where nobody says: of a new world, and of what another program recorded.
import { findDomain } from './index.ts'

/** The id of a new world's domain. */
export const USUAL = 'terminal'

/** Ids by the form of an action: keys at a terminal, any call of a tool, a shell's command by itself, any line of text, a page's call. */
export const GENERAL = { keys: 'terminal', calls: 'mcp', commands: 'swe', lines: 'textenv', pages: 'web' } as const

/** From those that are told by their actions to the one that takes any line of text. */
export const TOLD_BY_ACTIONS = ['terminal', 'mcp', 'android', 'web', 'textenv'].map(findDomain)
