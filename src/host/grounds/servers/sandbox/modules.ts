// Which modules of Node the servers and their packages get: those that only compute, as they are; time, chance, files, paths and the system's
// names from the sandbox; no others. These hooks keep reference servers from this machine by accident; the process's permissions do so by force.
import { registerHooks } from 'node:module'
import { posix } from 'node:path'
import { drawing } from './chance.ts'
import { fs } from './disk.ts'
import { StdioServerTransport } from './transport.ts'

const COMPUTE = new Set(
  'assert assert/strict async_hooks buffer console constants diagnostics_channel events perf_hooks process punycode querystring stream stream/promises stream/web string_decoder tty url util util/types zlib'.split(
    ' '
  )
)

const system = {
  EOL: '\n',
  arch: () => 'x64',
  cpus: () => [],
  homedir: () => process.env.HOME ?? '/root',
  hostname: () => 'localhost',
  platform: () => 'linux',
  release: () => '6.1.0',
  tmpdir: () => '/tmp',
  type: () => 'Linux'
}

type Exports = Record<string, unknown>

/** In place of these. A getter, since some are made when they are first asked for. */
const own: Record<string, () => Exports> = {
  crypto: () => ({ ...drawing, createHash: crypt.createHash, webcrypto: globalThis.crypto }),
  fs: () => fs,
  'fs/promises': () => fs.promises as Exports,
  module: () => ({ createRequire: node.createRequire }),
  os: () => system,
  path: () => posix as unknown as Exports,
  'path/posix': () => posix as unknown as Exports,
  transport: () => ({ StdioServerTransport }),
  timers: () => globals('setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'setImmediate', 'clearImmediate')
}

const globals = (...names: string[]): Exports =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]))

const crypt = process.getBuiltinModule('node:crypto')
const node = process.getBuiltinModule('node:module')

const KEY = Symbol.for('orrery.sandbox')
const PREFIX = 'orrery-sandbox:'
/** A server's own modules carry the number of its start, so that each start has its own. */
const START = /[?&]start=\d+/

/** From here on, whatever lies in node_modules gets no other modules than these. */
export function installModules(): void {
  Object.assign(globalThis, { [KEY]: own })
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      if (!parentURL.includes('/node_modules/')) return next(specifier, context)
      const name = specifier.replace(/^node:/, '')
      if (specifier.startsWith('node:') || node.isBuiltin(specifier)) {
        if (Object.hasOwn(own, name)) return { url: PREFIX + name, format: 'module', shortCircuit: true }
        if (COMPUTE.has(name)) return next(specifier, context)
        throw new Error(`A server in Orrery's sandbox may not use ${specifier}.`)
      }
      if (specifier === '@modelcontextprotocol/sdk/server/stdio.js') {
        return { url: `${PREFIX}transport`, format: 'module', shortCircuit: true }
      }
      const found = next(specifier, { ...context, parentURL: parentURL.replace(START, '') })
      const start = START.exec(parentURL)?.[0]
      return start && /^\.{1,2}\//.test(specifier) ? { ...found, url: found.url + start } : found
    },
    load(url, context, next) {
      if (!url.startsWith(PREFIX)) return next(url, context)
      const name = url.slice(PREFIX.length)
      const names = Object.keys(own[name]?.() ?? {}).filter((one) => one !== 'default')
      const source = `const own = globalThis[Symbol.for('orrery.sandbox')]['${name}']()
export default own
export const { ${names.join(', ')} } = own`
      return { format: 'module', source, shortCircuit: true }
    }
  })
}
