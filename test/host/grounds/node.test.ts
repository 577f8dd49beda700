// The machine's node goes on from one that has started: what is typed shows what Debian's own node shows. The texts are those of Debian's own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it as test } from 'vitest'
import { Setup } from '../../../src/core/tree/model.ts'
import type { ModelQuestion } from '../../../src/core/tree/ports.ts'
import { must } from '../../must.ts'
import { image } from './emulator/image.ts'
import { noPast, sharedMachine, take } from './on-machine.ts'

const machine = sharedMachine()

let worlds = 0

const nobody = ({ action }: ModelQuestion): string => {
  throw new Error(`The model is asked: ${JSON.stringify(action)}`)
}

/** A world whose model is not to be asked. */
function world() {
  const setup = Setup.parse({
    ...{ domain: 'terminal', grounding: 'grounded' },
    initialState: `A machine (${process.pid} ${++worlds}).`
  })
  const past = noPast()
  return async (keystrokes: string, duration = 20): Promise<string> => {
    const action = [{ keystrokes, duration, until: 'prompt' as const }]
    const { text } = await take(machine(), setup, past, action, { model: nobody })
    // Nothing of the command is left where it cleared the screen, as long ones do.
    return (keystrokes.startsWith('clear;') ? text : text.slice(text.indexOf('\n') + 1)).replace(/\n?[^\n]*# ?$/, '')
  }
}

test('the image comes with a node that has started', () => {
  expect(['node', 'node.kept.zst'].filter((name) => !existsSync(join(must(image).folder, name)))).toEqual([])
})

test('the first node of a world and each further one go on from the kept one', async () => {
  const type = world()
  expect(await type(`node -e 'console.log(process.argv, process.argv0, process.execPath)' a -b\n`)).toBe(
    `[ '/usr/bin/node', 'a', '-b' ] node /usr/bin/node`
  )
  expect(
    await type(
      `node -p 'process.execArgv.length + process.uptime() < 4 && performance.now() < 2000 && process.pid > 1'\n`
    )
  ).toBe('true')
  // The kept one started before this machine's node, whose numbers are its own.
  const [one, other] = [await type(`node -p 'Math.random()'\n`), await type(`node -p 'Math.random()'\n`)]
  expect(one).toMatch(/^0\.\d+$/)
  expect(other).not.toBe(one)
  expect(await type(`node -e 'require("child_process").execSync("ps -o comm=", { stdio: "inherit" })'\n`)).toBe(
    ['bash', 'node', 'sh', 'ps'].join('\n')
  )
})

test('programs end as with any node: results, errors, exit codes, input', async () => {
  const type = world()
  const files = {
    'throw.js': 'function f() { throw new Error("boom") }\nf()',
    'main.js': 'console.log(require.main === module, __filename, process.argv.slice(2))',
    'a.mjs': 'import { x } from "./b.mjs"; const os = await import("os"); console.log(x, typeof os.cpus)',
    'b.mjs': 'export const x = 5',
    'work.js':
      'const { Worker, isMainThread, parentPort } = require("worker_threads"); if (isMainThread) new Worker(__filename).on("message", console.log).on("exit", (code) => console.log("exit", code)); else parentPort.postMessage([1, 2])',
    bang: '#!/usr/bin/env node\nrequire("fs").readFile(__filename, "utf8", (_, text) => console.log(text.length, process.argv[2]))'
  }
  const written = Object.entries(files).map(([name, text]) => `printf '%s\\n' '${text}' > ${name}`)
  await type(`mkdir /tmp/n; cd /tmp/n; ${written.join('; ')}; chmod 755 bang; clear\n`)
  expect(await type('node throw.js; echo $?\n')).toBe(`/tmp/n/throw.js:1
function f() { throw new Error("boom") }
               ^

Error: boom
    at f (/tmp/n/throw.js:1:22)
    at Object.<anonymous> (/tmp/n/throw.js:2:1)
    at Module._compile (node:internal/modules/cjs/loader:1364:14)
    at Module._extensions..js (node:internal/modules/cjs/loader:1422:10)
    at Module.load (node:internal/modules/cjs/loader:1203:32)
    at Module._load (node:internal/modules/cjs/loader:1019:12)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:128:12)
    at node:internal/main/run_main_module:28:49

Node.js v18.20.4
1`)
  expect(
    await type(`clear; node main 1 -x; node a.mjs; node work.js; ./bang z\n`)
  ).toBe(`true /tmp/n/main.js [ '1', '-x' ]
5 function
[ 1, 2 ]
exit 0
119 z`)
  expect(
    await type(
      `clear; echo 'console.log(1 + 1)' | node; echo abc | node -e 'process.stdin.on("data", (d) => process.stdout.write(String(d).toUpperCase()))'; node -e 'process.exit(3)'; echo $?; node -e 'process.kill(process.pid, "SIGKILL")'; echo $?\n`
    )
  ).toBe('2\nABC\n3\nKilled\n137')
  expect(
    await type(
      `clear; TZ=Asia/Tokyo node -p 'new Date(0).getHours()'; node -e 'console.log(process.stdin.isTTY, process.stdout.columns, require("os").homedir(), process.cwd())'\n`
    )
  ).toBe('9\ntrue 160 /root /tmp/n')
})

test('a conversation, a program that is stopped by C-c, and what a kept node cannot do', async () => {
  const type = world()
  expect(await type('node\n', 5)).toBe('Welcome to Node.js v18.20.4.\nType ".help" for more information.\n>')
  expect(await type('6 * 7\n', 2)).toBe('42\n>')
  await type('.exit\n', 2)
  await type(`node -e 'setInterval(() => {}, 1000)'\n`, 2)
  await type('\u0003', 1)
  expect(await type('echo $?\n')).toBe('130')
  expect(await type('node -v\n')).toBe('v18.20.4')
  expect(await type(`NODE_OPTIONS=--no-warnings node -p 'process.execPath'\n`)).toBe('/usr/bin/node')
})
