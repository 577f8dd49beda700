// The links by which agents reach worlds: kept in one file of the data folder, found by their secret in constant time.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Link } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import { same } from '../doors/invitations.ts'

export interface Links {
  all(): Link[]
  /** @throws OrreryError not-found */
  get(id: string): Link
  /** The link of this secret. @throws OrreryError forbidden, in the same time and words for every wrong one */
  of(secret: string): Link
  add(link: Omit<Link, 'id' | 'secret'>): Link
  change(id: string, change: Partial<Pick<Link, 'session' | 'branch' | 'start' | 'scenario'>>): Link
  /** Removes it with those that its agent made. @returns the ids of all of them */
  remove(id: string): string[]
}

// More at once than anybody looks through; rollouts give theirs back.
const MOST = 10_000

const File = z.strictObject({ links: z.array(Link) })

/** @throws OrreryError invalid-input when the file is none of links */
export function createLinks({ home, names }: { home: string; names: { next(): string } }): Links {
  const path = join(home, 'links.json')
  const links = new Map(read(path).map((link) => [link.id, link]))
  const bySecret = new Map([...links.values()].map(({ id, secret }) => [digest(secret), id]))

  function write(): void {
    // Those that agents make end with the process: whoever holds them is gone too.
    const kept = [...links.values()].filter(({ parent }) => parent === null)
    writeFileSync(`${path}.new`, `${JSON.stringify({ links: kept }, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  function get(id: string): Link {
    const link = links.get(id)
    if (!link) throw new OrreryError('not-found', 'There is no such link. It may have been revoked; make a new one.')
    return link
  }

  return {
    all: () => [...links.values()],
    get,
    of(secret) {
      // Looked up by its hash, which nobody can approach letter by letter.
      const found = links.get(bySecret.get(digest(secret)) ?? '')
      if (found && same(found.secret, secret)) return found
      throw new OrreryError('forbidden', 'This address leads to no world. It may have been revoked; ask for a new one.')
    },
    add(given) {
      if (links.size >= MOST) {
        throw new OrreryError('busy', `There are ${MOST} links already. Revoke those that are not used any more.`)
      }
      const link = { ...given, id: names.next(), secret: randomBytes(24).toString('base64url') }
      links.set(link.id, link)
      bySecret.set(digest(link.secret), link.id)
      if (link.parent === null) write()
      return link
    },
    change(id, change) {
      const link = { ...get(id), ...change }
      links.set(id, link)
      if (link.parent === null) write()
      return link
    },
    remove(id) {
      get(id)
      const gone = [id]
      // Children are always younger than what they came from.
      for (const { id: one, parent } of links.values()) if (parent !== null && gone.includes(parent)) gone.push(one)
      for (const one of gone) {
        bySecret.delete(digest(get(one).secret))
        links.delete(one)
      }
      write()
      return gone
    }
  }
}

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function read(path: string): Link[] {
  if (!existsSync(path)) return []
  try {
    return File.parse(JSON.parse(readFileSync(path, 'utf8'))).links
  } catch (cause) {
    throw new OrreryError(
      'invalid-input',
      `"${path}" does not hold Orrery's links for agents. Delete it to start without links.`,
      { cause }
    )
  }
}
