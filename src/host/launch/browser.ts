// Finding and opening a browser of the Chromium family: the shell where Electron's binary cannot be had, and the tests' eyes.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser'
]

/** Absolute path of an installed Chrome, Chromium, Edge or Brave; `null` when there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string | null {
  const suffix = platform === 'win32' ? '.exe' : ''
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)))
    // In the order of NAMES, not of PATH: a Chrome anywhere is preferred to an Edge anywhere.
    .sort((a, b) => rank(a, suffix) - rank(b, suffix))
  return [...onPath, ...usualPlaces(env, platform)].find((path) => existsSync(path)) ?? null
}

/** Whether a window could be shown at all. */
export function hasScreen(env: NodeJS.ProcessEnv = process.env, platform = process.platform): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

// No first-run page, no traffic of its own: the window shows Orrery and talks to nobody else.
const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter,OptimizationHints'
]

/** Chromium refuses its sandbox to root on Linux; containers run as root. */
export function sandboxArgs(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

export function quietArgs(): string[] {
  return [...QUIET, ...sandboxArgs()]
}

/** Opens the file `path` in a window without tabs or address bar. The process ends when the window is closed. */
export function openAppWindow(browser: string, path: string, { profile }: { profile: string }): ChildProcess {
  const args = [`--app=${pathToFileURL(path)}`, `--user-data-dir=${profile}`, '--window-size=1360,860', ...quietArgs()]
  return spawn(browser, args, { stdio: 'ignore' })
}

// An opener that fails ends within this time; one that still runs has opened the page.
const OPENED_MS = 5000

/** Asks the system to open the page at `path` in whatever browser it uses; false when it cannot. Everybody may read a command line. */
export function openDefault(path: string): Promise<boolean> {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [path]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', path.replaceAll('&', '^&')]]
        : ['xdg-open', [path]]
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    child.on('error', () => resolve(false)).on('exit', (code) => resolve(code === 0))
    // On some systems the opener is the browser itself, and runs as long as the browser does.
    setTimeout(() => resolve(true), OPENED_MS).unref()
    child.unref()
  })
}

function rank(path: string, suffix: string): number {
  return NAMES.findIndex((name) => path.endsWith(`/${name}${suffix}`) || path.endsWith(`\\${name}${suffix}`))
}

function usualPlaces(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app))
    )
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined)
    const apps = [
      join('Google', 'Chrome', 'Application', 'chrome.exe'),
      join('Chromium', 'Application', 'chrome.exe'),
      join('Microsoft', 'Edge', 'Application', 'msedge.exe'),
      join('BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe')
    ]
    return apps.flatMap((app) => roots.map((root) => join(root, app)))
  }
  return ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium']
}
