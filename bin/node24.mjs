// Runs a program of Orrery's under the Node 24 that npm installed with it, whatever Node was called.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Calls `run` here when this Node runs TypeScript as it is, which 22.18 does first; else starts `script` again under
 * node_modules/node and waits. Either way the exit code becomes this process's.
 */
export async function underNode24(script, run) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) {
    process.exitCode = await run()
    return
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const node = fileURLToPath(new URL(`../node_modules/node/bin/node${suffix}`, import.meta.url))
  if (!existsSync(node)) {
    console.error(
      `Orrery needs Node 24, which \`npm install\` brings; this is ${process.version}. Run \`npm install\`.`
    )
    process.exitCode = 1
    return
  }
  const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], { stdio: 'inherit' })
  // This process only waits: what it is told, the child is told, and the child decides when both end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Orrery could not start: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
