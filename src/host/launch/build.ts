// Whether out/ is what src/ would build now, and building it when it is not.
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'

const OUTPUTS = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const SOURCES = ['src', 'electron.vite.config.ts', 'package.json']

/** True when every output exists and none is older than the newest source. */
export function isBuilt(root: string): boolean {
  const built = OUTPUTS.map((path) => changed(join(root, path)))
  const newest = Math.max(...SOURCES.map((path) => newestIn(join(root, path))))
  return Math.min(...built) >= newest
}

/**
 * Builds out/ with electron-vite; what it prints is kept for the error.
 * @throws OrreryError internal with the build's own words
 */
export async function build(root: string): Promise<void> {
  const script = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [script, 'build', '--logLevel', 'warn'], { cwd: root })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (said += part))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new OrreryError('internal', `Building the window failed:\n${said.trim()}`)
}

/** Modification time in milliseconds; 0 for what does not exist. */
function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestIn(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
