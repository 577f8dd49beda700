// The window as `orrery serve` gives it: the real host and server over the built page, and the browser that it is looked at in.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { Client } from '../../src/core/contract/index.ts'
import { serve } from '../../src/host/doors/http.ts'
import { createHost, type HostOptions } from '../../src/host/host.ts'
import { build, isBuilt } from '../../src/host/launch/build.ts'
import type { ChildPort } from '../../src/host/process/child.ts'
import { httpClient } from '../../src/renderer/store/client.ts'
import { PATIENCE } from '../patience.ts'

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

/**
 * In the place of an engine process: it never answers. The first page asks how every model of the catalogue fits this machine, for which
 * llama.cpp is started; tests that are about something else need not wait for that.
 */
export function noEngine(): ChildPort {
  let ended = () => {}
  return {
    postMessage() {},
    onMessage() {},
    onExit: (listener) => {
      ended = () => listener(null)
    },
    kill: () => ended()
  }
}

/** An empty page of a person of its own. Whatever goes wrong in it is added to `faults`. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  faults: string[] = []
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE.timeout)
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  // What could not be loaded is named by its place alone.
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`)
  )
  return { page, faults }
}
