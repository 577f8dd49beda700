// Whether out/ is what src/ would build now, and building it when it is not.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'

const ASSETS = 'out/assets'
const PLAYER = `${ASSETS}/player.html`
const OUTPUTS = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html', PLAYER]
const SOURCES = ['src', 'electron.vite.config.ts', 'vite.player.config.ts', 'package.json']

/** True when every output exists and none is older than the newest source. */
export function isBuilt(root: string): boolean {
  const built = OUTPUTS.map((path) => changed(join(root, path)))
  const newest = SOURCES.map((path) => newestIn(join(root, path)))
  return built.every((output) => newest.every((source) => output >= source))
}

/**
 * Builds out/; what the builders print is kept for the error.
 * @throws OrreryError internal with the build's own words
 */
export async function build(root: string): Promise<void> {
  await run(root, ['electron-vite/bin/electron-vite.js', 'build'], 'the window')
  await buildAssets(root)
}

/** Whether a file that an exporter puts sessions into is there. */
export const hasAsset = (root: string, name: string): boolean => existsSync(join(root, ASSETS, name))

/** Builds what exporters put sessions into: the player. @throws OrreryError as `build` */
export const buildAssets = (root: string): Promise<void> =>
  run(root, ['vite/bin/vite.js', 'build', '--config', 'vite.player.config.ts'], 'the player')

async function run(root: string, [script = '', ...args]: string[], what: string): Promise<void> {
  const path = join(root, 'node_modules', script)
  const child = spawn(process.execPath, [path, ...args, '--logLevel', 'warn'], { cwd: root })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (said += part))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new OrreryError('internal', `Building ${what} failed:\n${said.trim()}`)
}

/** Modification time in milliseconds; 0 for what does not exist. */
function changed(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestIn(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}
