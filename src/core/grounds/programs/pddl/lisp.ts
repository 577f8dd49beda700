// The lists that PDDL is written in, each with its place. Small and capital letters are the same, `;` begins a comment, a comma is a space.

/** A name or a list. `at`: characters from the beginning of the text. */
export type PddlNode = PddlName | PddlList

export interface PddlName {
  at: number
  text: string
}

export interface PddlList {
  at: number
  items: PddlNode[]
}

/** Something that is wrong, at a place of the text. */
export type Say = (at: number, message: string) => void

export const isList = (node: PddlNode | undefined): node is PddlList => node !== undefined && 'items' in node

/** The name in a node; `''` for a list, or for nothing. */
export const nameIn = (node: PddlNode | undefined): string => (node && 'text' in node ? node.text : '')

// Readers of conditions call themselves for each level.
const DEEPEST = 100

const SPACE = /[\s,]/
const ENDS = /[\s,();]/

/** All lists of a text. What stands outside of a list is told and left out. */
export function readLists(text: string, say: Say): PddlList[] {
  const roots: PddlList[] = []
  const open: PddlList[] = []
  let at = 0
  while (at < text.length) {
    const letter = text.charAt(at)
    if (SPACE.test(letter)) at++
    else if (letter === ';') {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (letter === '(') {
      if (open.length === DEEPEST) {
        say(at, `Lists are nested more than ${DEEPEST} levels deep here.`)
        return roots
      }
      const made: PddlList = { at, items: [] }
      const around = open.at(-1)
      if (around) around.items.push(made)
      else roots.push(made)
      open.push(made)
      at++
    } else if (letter === ')') {
      if (!open.pop()) say(at, 'There is a ")" without its "(". Remove it, or open the list before.')
      at++
    } else {
      const from = at
      // In `(at ?x?y)` two variables stand side by side.
      do at++
      while (at < text.length && !ENDS.test(text.charAt(at)) && text.charAt(at) !== '?')
      const around = open.at(-1)
      const name = text.slice(from, at).toLowerCase()
      if (around) around.items.push({ at: from, text: name })
      else say(from, `"${name.slice(0, 40)}" stands outside of any list.`)
    }
  }
  const first = open.at(-1)
  if (first) say(first.at, `The list that begins here, "(${nameIn(first.items[0])} …", is never closed. Add a ")".`)
  return roots
}

/** Line and column of a place, both from 1. */
export function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
