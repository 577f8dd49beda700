#!/usr/bin/env node
// Starts Orrery from a checkout, under the Node 24 that npm installed with it whatever Node ran this file.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// TypeScript runs as it is from 22.18 on.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) {
  const { start } = await import('../src/host/start.ts')
  const say = (line) => console.log(line)
  process.exitCode = await start(root, say).catch((error) => {
    console.error(`Orrery could not start: ${error.message}`)
    return 1
  })
} else {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const node = fileURLToPath(new URL(`../node_modules/node/bin/node${suffix}`, import.meta.url))
  if (existsSync(node)) {
    process.exitCode = spawnSync(node, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).status ?? 1
  } else {
    console.error(
      `Orrery needs Node 24, which \`npm install\` brings; this is ${process.version}. Run \`npm install\` first.`
    )
    process.exitCode = 1
  }
}
