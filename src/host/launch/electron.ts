// Electron's binary as npm left it: npm brings only a script that fetches the binary, and not every machine can.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// About 110 MB once. A machine that cannot reach it is told so within seconds by the script itself.
const FETCH_MS = 5 * 60_000

/** Absolute path of the installed binary, or `null`. */
export function electronBinary(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return null
  const path = join(folder, 'dist', readFileSync(named, 'utf8').trim())
  return existsSync(path) ? path : null
}

/** Runs the package's own install script once; the path of the binary, or `null` when it could not be had. */
export async function fetchElectron(root: string): Promise<string | null> {
  const script = join(root, 'node_modules', 'electron', 'install.js')
  if (!existsSync(script)) return null
  const child = spawn(process.execPath, [script], { stdio: 'ignore', timeout: FETCH_MS })
  await new Promise((resolve) => child.on('error', resolve).on('close', resolve))
  return electronBinary(root)
}
