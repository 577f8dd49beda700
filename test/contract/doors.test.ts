// The contract through each door: the same suite, three times.
import { fileURLToPath } from 'node:url'
import { serve } from '../../src/host/doors/http.ts'
import { createHost } from '../../src/host/host.ts'
import type { Confirm } from '../../src/host/process/confirm.ts'
import { bridgeClient, httpClient } from '../../src/renderer/store/client.ts'
import { pageBridge } from '../electron/bridge.ts'
import { launchStandIn } from '../electron/launch.ts'
import { contract } from './contract.ts'
import { mountBridge } from './direct.ts'

const resources = fileURLToPath(new URL('../../resources', import.meta.url))

/** A person who starts everything but what is marked. */
const confirm: Confirm = { waiting: 'Answer here.', ask: async ({ env }) => !('REFUSED' in env) }

contract('mount alone', async ({ home }) => {
  const handlers = await createHost({ home, resources, confirm })
  return { client: bridgeClient(mountBridge(handlers)), close: () => handlers.dispose() }
})

contract('HTTP', async ({ home }) => {
  const handlers = await createHost({ home, resources, confirm })
  const { port, token, close } = await serve(handlers, { rendererDir: resources })
  return {
    client: httpClient({ origin: `http://127.0.0.1:${port}`, token }),
    async close() {
      await close()
      await handlers.dispose()
    }
  }
})

contract('IPC, built main and preload on the Electron stand-in', async ({ home }) => {
  const app = await launchStandIn({ home, press: ({ detail }) => (detail.includes('REFUSED') ? 'Cancel' : 'Start It') })
  return { client: bridgeClient(await pageBridge(app.page)), close: async () => void (await app.close()) }
})
