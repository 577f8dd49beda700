// How programs of a shell say that they failed.

/** What a program says of its failure, without what failed: `No such file or directory`, `ValueError`. `null` where nothing says so. */
export function failureIn(output: string): string | null {
  return RAISED.exec(output)?.[1] ?? SAID.exec(output)?.[1] ?? BEGUN.exec(output)?.[0] ?? null
}

// Python's last line: the exception, before what it says of itself.
const RAISED = /^([A-Z]\w{1,60}(?:Error|Exception))(?::|$)/m

// How programs of a shell end the line that says why they failed.
const SAID =
  /: (command not found|not found|No such file or directory|Permission denied|Is a directory|Not a directory|File exists|No space left on device|Operation not permitted|invalid option|unrecognized option|missing operand|syntax error)/

// And how they begin it.
const BEGUN =
  /^(?:(?:fatal|error|ERROR|E|bash|make): |Traceback \(most recent|\w*(?:Error|Exception): |npm (?:ERR!|error))/m
