// How much of a screen is drawn.

// Real screens have some hundred things on them; a window that draws more than this would not answer any more.
export const MOST_NODES = 20_000
// Deeper than any real page, and shallow enough for whoever walks the tree by calling itself.
export const DEEPEST = 256

/** For a screen's warnings. */
export const TOO_MANY = 'There is more than can be drawn: what follows the first 20,000 things is left out.'
export const TOO_DEEP = 'Things lie more than 256 levels deep in one another; the deepest are shown side by side.'
