// Puts the Node that npm installed first on the PATH of npm's scripts, where npm has not done so: npm 10 drops the link `node` while it
// clears away the packages of other platforms, each of which has one too.
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
  // A link to nothing is in the way of a new one.
  rmSync(link, { force: true })
  if (windows) writeFileSync(link, `@"%~dp0\\${relative(bin, node)}" %*\r\n`)
  else symlinkSync(relative(bin, node), link)
}
