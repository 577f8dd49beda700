// Puts the Node that npm installed first on the PATH of npm scripts, in case npm has not: npm 10 removes the link `node` when it
// removes the packages of other platforms, which have the same link.
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedNode } from './node24.mjs'

const modules = new URL('../node_modules/', import.meta.url)
const node = installedNode(modules)
const bin = fileURLToPath(new URL('.bin', modules))
const windows = process.platform === 'win32'
const link = `${bin}/${windows ? 'node.cmd' : 'node'}`
if (node && !existsSync(link)) {
  // A broken link would block the new one.
  rmSync(link, { force: true })
  if (windows) writeFileSync(link, `@"%~dp0\\${relative(bin, node)}" %*\r\n`)
  else symlinkSync(relative(bin, node), link)
}
