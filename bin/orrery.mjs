#!/usr/bin/env node
// The command line.
import { underNode24 } from './node24.mjs'

await underNode24(import.meta.url, async () => {
  // A reader that has seen enough (`| head`) is no error.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { main } = await import('../src/host/commands/cli.ts')
  return main(process.argv.slice(2), process)
})
