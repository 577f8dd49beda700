// The links by which agents reach worlds: kept in one file of the data folder, found by their secret in constant time.
import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Link } from '../../core/contract/links.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Store } from '../../core/tree/store.ts'
import { explain, isOutOfRoom } from '../data/disk-errors.ts'
import { replaceFile, textIn } from '../data/text-file.ts'
import { same } from '../doors/invitations.ts'

export interface Links {
  all(): Link[]
  /** @throws OrreryError not-found */
  get(id: string): Link
  /**
   * The link of this secret. @throws OrreryError forbidden, in the same time and words for every wrong one; not-found where its world was
   * deleted
   */
  of(secret: string): Link
  /** `kept: false`: it is of this process alone, and ends with it. */
  add(link: Omit<Link, 'id' | 'secret'>, options?: { kept: boolean }): Link
  change(id: string, change: Partial<Pick<Link, 'session' | 'branch' | 'start' | 'scenario'>>): Link
  /** Removes it with those that its agent made. */
  remove(id: string): void
  /** Removes those to a world that is about to be deleted. */
  leave(session: string): void
}

/** Why what runs for a link ends with it. */
const REVOKED = new OrreryError('cancelled', 'The link was revoked while this ran.')
export const DELETED = new OrreryError('cancelled', 'The world was deleted while this ran.')

// More at once than anybody looks through; rollouts give theirs back.
const MOST = 10_000

const File = z.strictObject({ links: z.array(Link) })

/**
 * @param onGone hears of each link that is no more, whichever process revoked it or deleted its world
 * @throws OrreryError invalid-input when the file is none of links
 */
export function createLinks(
  { home, names, store }: { home: string; names: { next(): string }; store: Pick<Store, 'session'> },
  onGone: (id: string, why: OrreryError) => void
): Links {
  const path = join(home, 'links.json')
  const links = new Map<string, Link>()
  const bySecret = new Map<string, string>()
  // Those of this process alone: what agents make, and what was made for it.
  const own = new Set<string>()
  // Secrets, hashed, of those whose worlds were deleted: their agents are told so.
  const deleted = new Set<string>()
  let seen = ''
  refresh()

  /** Other processes share the file: what one of them makes or revokes holds here from the next call on. */
  function refresh(): void {
    const now = stamp(path)
    if (now === seen) return
    const kept = now ? read(path) : []
    seen = now
    const ids = new Set(kept.map(({ id }) => id))
    for (const { id } of [...links.values()]) if (links.has(id) && !ids.has(id) && !own.has(id)) drop(id)
    for (const link of kept) put(link)
  }

  function put(link: Link): void {
    links.set(link.id, link)
    bySecret.set(digest(link.secret), link.id)
  }

  /** Takes it away with those that its agent made. */
  function drop(id: string, why = isThere(get(id)) ? REVOKED : DELETED): void {
    const gone = [id]
    // Children are always younger than what they came from.
    for (const { id: one, parent } of links.values()) if (parent !== null && gone.includes(parent)) gone.push(one)
    for (const one of gone) {
      const hash = digest(get(one).secret)
      bySecret.delete(hash)
      if (why === DELETED) deleted.add(hash)
      for (const oldest of deleted) if (deleted.size > MOST) deleted.delete(oldest)
      links.delete(one)
      own.delete(one)
      onGone(one, why)
    }
  }

  function isThere({ session }: Link): boolean {
    try {
      store.session(session)
      return true
    } catch (error) {
      if (error instanceof OrreryError && error.code === 'not-found') return false
      throw error
    }
  }

  function remove(ids: string[], why?: OrreryError): void {
    const wereKept = ids.some((id) => !own.has(id))
    for (const id of ids) if (links.has(id)) drop(id, why)
    try {
      if (wereKept) write()
    } catch (error) {
      // On a full disk the file keeps links to a deleted world. They lead nowhere, so deleting the world must not fail because of them.
      if (why !== DELETED || !isOutOfRoom(error)) throw explain(error, path)
    }
  }

  function write(): void {
    const kept = [...links.values()].filter(({ id }) => !own.has(id))
    replaceFile(path, `${JSON.stringify({ links: kept }, null, 2)}\n`)
    seen = stamp(path)
  }

  function get(id: string): Link {
    const link = links.get(id)
    if (!link) throw new OrreryError('not-found', 'There is no such link. It may have been revoked; make a new one.')
    return link
  }

  return {
    all() {
      refresh()
      return [...links.values()]
    },
    get(id) {
      refresh()
      return get(id)
    },
    of(secret) {
      refresh()
      // Looked up by its hash, which nobody can approach letter by letter.
      const found = links.get(bySecret.get(digest(secret)) ?? '')
      const known = found && same(found.secret, secret)
      if (known && isThere(found)) return found
      if (known) remove([found.id], DELETED)
      if (known || deleted.has(digest(secret))) {
        throw new OrreryError('not-found', 'The world of this address was deleted. Ask for the address of another one.')
      }
      throw new OrreryError('forbidden', 'This address leads to no world. It may have been revoked; ask for a new one.')
    },
    add(given, { kept } = { kept: true }) {
      refresh()
      if (links.size >= MOST) {
        throw new OrreryError('busy', `There are ${MOST} links already. Revoke those that are not used any more.`)
      }
      const link = { ...given, id: names.next(), secret: randomBytes(24).toString('base64url') }
      put(link)
      // Those that agents make end with the process: whoever holds them is gone too.
      if (kept && link.parent === null) write()
      else own.add(link.id)
      return link
    },
    change(id, change) {
      refresh()
      const link = { ...get(id), ...change }
      links.set(id, link)
      if (!own.has(id)) write()
      return link
    },
    remove(id) {
      refresh()
      get(id)
      remove([id])
    },
    leave(session) {
      refresh()
      remove(
        [...links.values()].filter((link) => link.session === session).map(({ id }) => id),
        DELETED
      )
    }
  }
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Changes whenever the file does; `''` without one. */
function stamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}

function read(path: string): Link[] {
  try {
    return File.parse(JSON.parse(textIn(path))).links
  } catch (cause) {
    throw new OrreryError(
      'invalid-input',
      `"${path}" does not hold Orrery's links for agents. Delete it to start without links.`,
      { cause }
    )
  }
}
