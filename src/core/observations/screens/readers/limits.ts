// How much of a text is looked at, and how much of a screen is drawn.

/** Enough to tell a format by: what stands before a tree, a table or a list is a few lines. */
export const BEGINNING = 20_000

// Real screens have some hundred things on them; a window that draws more than this would not answer any more.
export const MOST_NODES = 20_000
// Deeper than any real page, and shallow enough for whoever walks the tree by calling itself.
export const DEEPEST = 256

/** For a screen's warnings. */
export const TOO_MANY = `There is more than can be drawn: what follows the first ${MOST_NODES.toLocaleString('en')} things is left out.`
export const TOO_DEEP = `Things lie more than ${DEEPEST} levels deep in one another; the deepest are shown side by side.`
