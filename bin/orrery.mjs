#!/usr/bin/env node
// The command line, under the Node 24 that npm installed with Orrery whatever Node ran this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// TypeScript runs as it is from 22.18 on.
const [major, minor] = process.versions.node.split('.').map(Number)
const suffix = process.platform === 'win32' ? '.exe' : ''
const node = fileURLToPath(new URL(`../node_modules/node/bin/node${suffix}`, import.meta.url))
if (major > 22 || (major === 22 && minor >= 18)) {
  // A reader that has seen enough (`| head`) is no error.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const { main } = await import('../src/host/cli.ts')
  process.exitCode = await main(process.argv.slice(2), process)
} else if (existsSync(node)) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // This process only waits: what it is told, the child is told, and the child decides when both end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`orrery: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
} else {
  console.error(`orrery: needs Node 24, which \`npm install\` brings; this is ${process.version}.`)
  process.exitCode = 1
}
