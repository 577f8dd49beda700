// Starts a node that is kept (`keep.c`), and does in each process that it is put into what node does with its arguments.
'use strict'
const { readlinkSync } = require('node:fs')
const { Session } = require('node:inspector')
const Module = require('node:module')
const { resolve } = require('node:path')
const { isatty } = require('node:tty')
const v8 = require('node:v8')

const LIBRARY = '/run/node/keep.so'

/** Node's own modules are reached by the scopes of its functions, as a debugger sees them. */
function scopesOf(...functions) {
  const session = new Session()
  session.connect()
  const ask = (method, params) => {
    let answer
    session.post(method, params, (error, result) => {
      if (error) throw new Error(error.message)
      answer = result
    })
    return answer
  }
  const found = {}
  globalThis.found = found
  const target = ask('Runtime.evaluate', { expression: 'found' }).result.objectId
  for (const one of functions) {
    globalThis.one = one
    const { objectId } = ask('Runtime.evaluate', { expression: 'one' }).result
    const { internalProperties } = ask('Runtime.getProperties', { objectId })
    const scopes = internalProperties.find(({ name }) => name === '[[Scopes]]').value.objectId
    for (const { value } of ask('Runtime.getProperties', { objectId: scopes, ownProperties: true }).result) {
      if (value?.type !== 'object' || value.description?.startsWith('Global')) continue
      for (const { name, value: of } of ask('Runtime.getProperties', { objectId: value.objectId, ownProperties: true })
        .result) {
        if (!['internalBinding', 'primordials', 'require'].includes(name) || !of?.objectId) continue
        ask('Runtime.callFunctionOn', {
          objectId: target,
          functionDeclaration: `function(value) { this.${name} ??= value }`,
          arguments: [{ objectId: of.objectId }]
        })
      }
    }
  }
  session.disconnect()
  delete globalThis.found
  delete globalThis.one
  return found
}

const { internalBinding, primordials, require: internal } = scopesOf(process.binding, Module._load)
const { options } = internal('internal/options')
const { compileFunction } = internalBinding('builtins')
const library = { exports: {} }
process.dlopen(library, LIBRARY)

/** Node's own main scripts by name, as functions. Node's preparation (`prepareMainThreadExecution`) runs once here, not in each of them. */
let mainEntry
const done = { prepareMainThreadExecution: () => mainEntry, markBootstrapComplete() {} }
const own = (id) => (id === 'internal/process/pre_execution' ? done : internal(id))
const begin = Object.fromEntries(
  ['run_main_module', 'eval_string', 'eval_stdin', 'repl'].map((name) => {
    const run = compileFunction(`internal/main/${name}`)
    return [name, () => run(process, own, internalBinding, primordials)]
  })
)

// What programs often use is read and compiled now.
for (const name of [
  'assert',
  'async_hooks',
  'buffer',
  'child_process',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'http',
  'net',
  'os',
  'path',
  'querystring',
  'readline',
  'stream',
  'string_decoder',
  'timers',
  'tty',
  'url',
  'util',
  'vm',
  'zlib'
])
  require(name)
for (const name of [
  'internal/process/esm_loader',
  'internal/modules/run_main',
  'internal/modules/esm/handle_process_exit'
])
  internal(name)

function zoneOf() {
  try {
    return process.env.TZ ?? readlinkSync('/etc/localtime')
  } catch {
    return ''
  }
}

// The stack of a program ends where node began it, not here.
const { prepareStackTrace } = internal('internal/errors')
internalBinding('errors').setPrepareStackTraceCallback((realm, error, trace) => {
  const own = trace.findIndex((one) => one.getFileName() === __filename)
  return prepareStackTrace(realm, error, own < 0 ? trace : trace.slice(0, own))
})

delete Module._cache[__filename]
for (const key of Object.keys(Module._pathCache)) delete Module._pathCache[key]
process.mainModule = undefined
const zone = zoneOf()

// Everything below runs in each process that continues from the kept memory.
const [seed, , ...rest] = library.exports()

// What node found out when it started is found out again.
process.chdir('.')
if (zoneOf() !== zone) {
  const { TZ } = process.env
  // Setting TZ makes V8 read the time zone again, also where TZ is deleted afterwards.
  process.env.TZ = TZ ?? 'UTC'
  if (TZ === undefined) delete process.env.TZ
}
internal('internal/perf/utils').refreshTimeOrigin()
const began = Date.now()
Object.defineProperty(Object.getPrototypeOf(performance), 'timeOrigin', {
  configurable: true,
  enumerable: true,
  get: () => began
})
v8.setFlagsFromString(`--random-seed=${seed}`)
Math.random()
v8.setFlagsFromString('--random-seed=0')

const flags = []
let code
let prints = false
let talks = false
while (rest[0]?.startsWith('-') && rest[0] !== '-') {
  const flag = rest.shift()
  flags.push(flag)
  if (/^(?:-i|--interactive)$/.test(flag)) talks = true
  else {
    prints ||= flag.includes('p')
    code = rest.shift()
    flags.push(code)
  }
}
const set = (name, value) => {
  options.get(name).value = value
}
internalBinding('process_methods').patchProcessObject(process)
process.execArgv = flags
process.argv = [process.execPath, ...rest]
if (code !== undefined) {
  set('--eval', code)
  set('[has_eval_string]', true)
  process._eval = code
}
if (prints) {
  set('--print', true)
  process._print_eval = true
}
if (talks) {
  set('--interactive', true)
  process._forceRepl = true
}
/** Which of node's beginnings the arguments mean. */
function beginningOf() {
  if (talks) return 'repl'
  if (code !== undefined) return 'eval_string'
  if (rest.length > 0 && rest[0] !== '-') return 'run_main_module'
  return rest.length === 0 && isatty(0) ? 'repl' : 'eval_stdin'
}
const name = beginningOf()
if (name === 'run_main_module') {
  mainEntry = resolve(rest[0])
  process.argv[1] = mainEntry
}
begin[name]()
