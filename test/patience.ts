// How long tests wait for what never comes. Nothing is measured by these: work that must not take too long is counted, not timed.

/** For what is waited for within a test: a hundred times what it takes on a quiet machine. */
export const PATIENCE = { timeout: 60_000 }

/** For a whole test or hook, whose longest takes about half a minute on a quiet machine. */
export const HANGS_MS = 10 * 60_000

/** For work that nobody cancels; the test's own limit ends it when it hangs. */
export const UNTIL_DONE = new AbortController().signal
