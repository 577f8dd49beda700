// Sessions of clients that may go away without a word: each link has so many, of which those that were not used for longest end first.

// Each holds a fork or a server object and nothing else.
const MOST = 1000

interface LinkSession {
  link: string
  /** A connection is on it: it ends with that, and makes room for nobody. */
  attached?: boolean
}

/** @param end what a session takes with it. Never rejects */
export function createSessions<Key, Session extends LinkSession>(end: (session: Session) => Promise<void>) {
  const open = new Map<Key, Session>()
  const close = async (key: Key): Promise<void> => {
    const session = open.get(key)
    open.delete(key)
    if (session) await end(session)
  }
  return {
    async add(key: Key, session: Session): Promise<void> {
      open.set(key, session)
      const mine = [...open].filter(([, { link, attached }]) => link === session.link && !attached)
      for (const [oldest] of mine.slice(0, -MOST)) await close(oldest)
    },
    /** The session, for whoever comes by the link that it is of. */
    find(key: Key, link: string): Session | undefined {
      const found = open.get(key)
      if (found?.link !== link) return undefined
      open.delete(key)
      open.set(key, found)
      return found
    },
    close,
    /** One that has ended by itself. */
    forget: (key: Key): void => void open.delete(key),
    async closeAll(): Promise<void> {
      await Promise.all([...open.values()].map(end))
      open.clear()
    }
  }
}
