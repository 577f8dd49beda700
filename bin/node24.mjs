// Runs one of Orrery's programs under a Node that runs TypeScript, whichever Node started it.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Calls `run` here if this Node runs TypeScript natively, as 22.18 and newer do. Otherwise starts `script` again under the Node that npm
 * installed, and waits. Either way, its exit code becomes this process's.
 */
export async function underNode24(script, run) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) {
    // A thousand source files are compiled once and not at each start. Where the folder cannot be written, they are compiled as before.
    module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/orrery', import.meta.url)))
    process.exitCode = await run()
    return
  }
  const node = installedNode(new URL('../node_modules/', import.meta.url))
  if (!node) {
    console.error(
      `Orrery requires Node 22.18 or newer; this is ${process.version}. \`npm install\` installs Node 24 on Linux, macOS and Windows. On other systems, install it yourself.`
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], { stdio: 'inherit' })
  // This process only waits. Signals are passed on to the child, which decides when both end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Orrery could not start: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

/** Path of the Node in `modules`, where each package is for one platform; `null` if none is for this one. */
export function installedNode(modules, { platform, arch } = process) {
  const system = platform === 'win32' ? 'win' : platform
  for (const name of [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]) {
    const folder = new URL(`${name}/`, modules)
    try {
      const { bin } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
      return fileURLToPath(new URL(bin.node, folder))
    } catch {
      // Not installed: the next.
    }
  }
  return null
}
