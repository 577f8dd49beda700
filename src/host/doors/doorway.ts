// How a browser is let in: by a file that only its owner may read, so that its command line holds a path and no secret.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpServer } from './http.ts'

// A cold browser on a busy machine starts within a minute. Nobody waits longer for a window, and the terminal has a link too.
const LIFE_MS = 5 * 60_000

export interface Doorway {
  /** The file to open in a browser. It lets one in, once. */
  path: string
  remove(): void
}

/** Makes a page in the data folder that sends whatever opens it on to `server`. */
export function makeDoorway(server: HttpServer, home: string): Doorway {
  const folder = join(home, 'browser')
  const path = join(folder, `open-${server.port}.html`)
  const remove = () => rmSync(path, { force: true })
  const link = server.invite({ life: LIFE_MS, onUsed: remove })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  remove()
  // A code is letters, digits, - and _, so the link is itself in HTML.
  const refresh = `<meta http-equiv="refresh" content="0;url=${link}">`
  const way = `<p><a href="${link}">Open Orrery</a></p>`
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Orrery</title>${refresh}${way}\n`
  // `wx`: whatever got there in between is not written through.
  writeFileSync(path, page, { mode: 0o600, flag: 'wx' })
  return { path, remove }
}

/** Gives a link to `say`, and another one whenever the last one was used: what a terminal shows last always works. */
export function keepInviting(server: HttpServer, say: (link: string, first: boolean) => void): void {
  const next = (first: boolean) => say(server.invite({ onUsed: () => next(false) }), first)
  next(true)
}
