// Parts of the window that come after the first paint.
import { useEffect, useState } from 'react'

// A page that is never idle gets them all the same.
const LATEST_MS = 1000

/**
 * What `load` brings, or `null` until then. It is fetched when it is `wanted`, else once the page is idle. Unlike
 * React.lazy nothing is held back when it is there: what is typed right after opening a palette must reach the palette.
 */
export function useChunk<T extends object>(load: () => Promise<T>, wanted: boolean): T | null {
  const [chunk, setChunk] = useState<T | null>(null)
  useEffect(() => {
    if (chunk) return
    const fetch = () => void load().then(setChunk)
    if (wanted) return fetch()
    const idle = requestIdleCallback(fetch, { timeout: LATEST_MS })
    return () => cancelIdleCallback(idle)
  }, [chunk, wanted, load])
  return chunk
}
