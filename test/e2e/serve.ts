// Builds a test page with the window's own tools and serves it on 127.0.0.1.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/** What serves the page of a folder beside this file, such as `screen`: its address, and how to end the server. */
export async function servePage(name: string): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), `orrery-${name}-`))
  const common = { configFile: false, root: join(import.meta.dirname, name), logLevel: 'warn' } as const
  await asShipped(() =>
    build({
      ...common,
      plugins: [react(), tailwindcss()],
      build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 }
    })
  )
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('the preview server has no address')
  return {
    url,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    }
  }
}

/** Runs `work` without the test runner's NODE_ENV, under which React is built for development: several times slower, and not what ships. */
async function asShipped<T>(work: () => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await work()
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}
