// The window as `orrery serve` gives it: the real host and server over the built page.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '../../src/core/contract/index.ts'
import { serve } from '../../src/host/doors/http.ts'
import { createHost, type HostOptions } from '../../src/host/host.ts'
import { build, isBuilt } from '../../src/host/launch/build.ts'
import { httpClient } from '../../src/renderer/store/client.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Served {
  /** Opens the window, once: each time it is read it is a fresh link. */
  readonly url: string
  /** The same host, asked directly. */
  client: Client
  close(): Promise<void>
}

/** Makes of `home`, which is empty yet, the data of somebody who wants no model, not even the one that comes with Orrery. */
export async function useNothing(home: string): Promise<void> {
  await writeFile(join(home, 'settings.json'), JSON.stringify({ active: null }))
}

/** Serves the window on the data in `home`, built first when the sources are newer. `port` 0, the default, is any; so are Orrery's own resources. */
export async function serveWindow({
  port,
  ...options
}: Omit<HostOptions, 'resources'> & { resources?: string; port?: number }): Promise<Served> {
  if (!isBuilt(ROOT)) await build(ROOT)
  const handlers = await createHost({ resources: join(ROOT, 'resources'), window: true, ...options })
  const server = await serve(handlers, { port, rendererDir: join(ROOT, 'out', 'renderer') })
  return {
    get url() {
      return server.invite()
    },
    client: httpClient({ origin: `http://127.0.0.1:${server.port}`, token: server.token }),
    async close() {
      await server.close()
      await handlers.dispose()
    }
  }
}
