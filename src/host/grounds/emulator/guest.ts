// What is asked of the guest beside its console (`image/init.c`): scripts, files written, files read.

/** A request, and what its answer means. `error` is one of Linux's numbers, 0 for none. */
export const requests = {
  /** Runs a script by the guest's /bin/sh, as root, beside the console. */
  run: (script: string) => words('x', script),
  /** Writes a file, with the folders to it. */
  write: (path: string, mode: number, content: Uint8Array) =>
    join([words('w', path), Uint32Array.of(mode), counted(content)]),
  read: (path: string) => words('r', path)
}

/** The answer to each: a script's exit code or an error's number, then bytes. */
export function answerOf([status = 255, length = 0, ...words]: Uint32Array): { status: number; bytes: Buffer } {
  return { status, bytes: Buffer.from(Uint32Array.from(words).buffer, 0, length) }
}

/** What an error's number means. */
export const errorText = (error: number): string => ERRORS[error] ?? `error ${error}`

const ERRORS: Record<number, string> = {
  2: 'there is no such file',
  13: 'permission denied',
  17: 'it already exists',
  20: 'a part of the path is a file',
  21: 'it is a folder',
  28: 'the disk is full',
  30: 'it is read-only'
}

/** A verb and a text, as words. */
function words(verb: 'x' | 'w' | 'r', text: string): Uint32Array {
  return join([Uint32Array.of(verb.charCodeAt(0)), counted(Buffer.from(text))])
}

/** The number of bytes, then the bytes, filled up to whole words. */
function counted(bytes: Uint8Array): Uint32Array {
  const all = new Uint32Array(1 + Math.ceil(bytes.length / 4))
  all[0] = bytes.length
  new Uint8Array(all.buffer).set(bytes, 4)
  return all
}

function join(parts: Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
