// The programs of the machine's image, in worlds as people begin them. The model is the test's own.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it as test } from 'vitest'
import { makeStep } from '../../../src/core/tree/history.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { machineGround } from '../../../src/host/grounds/machine/index.ts'
import { must } from '../../must.ts'
import { image } from './emulator/image.ts'
import { noPast, sharedMachine, take } from './on-machine.ts'

const shared = sharedMachine()
let worlds = 0

/** A world; what its programs ask the model is answered by `model`. */
function world(initialState = '', model: (command: string) => string = () => '') {
  const text = `A machine (${process.pid} ${++worlds}).\n${initialState}`
  const setup = Setup.parse({ domain: 'terminal', initialState: text, grounding: 'grounded' })
  const past = noPast()
  const asked: string[] = []
  const act = (keystrokes: string, { duration = 1, ground = shared() } = {}) =>
    take(ground, setup, past, [{ keystrokes: `${keystrokes}\n`, duration }], {
      model(question) {
        const [{ keystrokes: command = '' } = {}] = question.action as { keystrokes: string }[]
        asked.push(command.trim())
        return model(command)
      }
    })
  return {
    asked,
    chain: past.chain,
    act,
    /** What a line printed. */
    async says(line: string, duration?: number): Promise<string> {
      const { text } = await act(line, duration === undefined ? {} : { duration })
      return text.split('\n').slice(1, -1).join('\n')
    }
  }
}

test('a C program is compiled, made and run', async () => {
  const here = world()
  await here.says(
    String.raw`printf '#include <stdio.h>\n#include <math.h>\nint main(void) {\n  printf("%%.3f\\n", sqrt(2));\n}\n' > two.c`
  )
  expect(await here.says('gcc -Wall two.c -o two -lm && ./two; echo $?', 8)).toBe('1.414\n0')
  await here.says("printf 'all: two\\n\\ntwo: two.c\\n\\tcc -o $@ $< -lm\\n' > Makefile; touch two.c")
  expect(await here.says('make && ./two; make', 8)).toBe(
    "cc -o two two.c -lm\n1.414\nmake: Nothing to be done for 'all'."
  )
  expect(await here.says("echo 'int main( {' > bad.c; cc bad.c; echo $?", 5)).toMatch(/bad\.c:1:11: error: [\s\S]*\n1$/)
  expect(await here.says('gcc --version | head -1; make --version | head -1', 3)).toBe(
    'gcc (Debian 12.2.0-14+deb12u1) 12.2.0\nGNU Make 4.3'
  )
  expect(here.asked).toEqual([])
})

test('node formats dates and numbers in English, and reads the encodings of the web', async () => {
  const here = world()
  expect(
    await here.says(
      `node -p 'new Date(0).toLocaleString("en-GB", { timeZone: "UTC", dateStyle: "full" }) + " " + (1234.5).toLocaleString()'`,
      5
    )
  ).toBe('Thursday, 1 January 1970 1,234.5')
  expect(
    await here.says(
      `node -p '["shift_jis", "gbk", "big5", "euc-kr", "windows-1252", "koi8-r"].map((name) => new TextDecoder(name).encoding).length'`,
      5
    )
  ).toBe('6')
  expect(here.asked).toEqual([])
})

test('awk is mawk and vi is vim.tiny where the world says nothing, and awk is gawk where that is installed', async () => {
  const here = world()
  expect(await here.says('readlink -f "$(which awk)" "$(which vi)" "$(which editor)"')).toBe(
    '/usr/bin/mawk\n/usr/bin/vim.tiny\n/usr/bin/nano'
  )
  expect(await world('gawk 5.2 is installed.').says('awk \'BEGIN { print toupper("a"), PROCINFO["version"] }\'')).toBe(
    'A 5.2.1'
  )
})

test('a crontab is kept, listed and removed', async () => {
  const here = world()
  expect(await here.says('crontab -l; echo $?')).toBe('no crontab for root\n1')
  expect(
    await here.says("echo '0 3 * * * /root/backup.sh' | crontab - ; crontab -l; echo 'x y' | crontab -; echo $?")
  ).toBe('0 3 * * * /root/backup.sh\n"-":0: bad minute\nerrors in crontab file, can\'t install.\n1')
  expect(
    await here.says(
      'printf \'sleep 2; sed -i s/3/4/ "$1"\\n\' > ed; chmod +x ed; EDITOR=/root/ed crontab -e; crontab -l; crontab -r; crontab -l',
      5
    )
  ).toBe('crontab: installing new crontab\n0 4 * * * /root/backup.sh\nno crontab for root')
})

test('a virtual environment has a pip of its own: what it installs is there and nowhere else', async () => {
  const here = world('', () => 'Collecting flask\nSuccessfully installed flask-3.0.0\n')
  expect(await here.says('python3 -m venv env && . env/bin/activate && which python pip', 10)).toBe(
    '/root/env/bin/python\n/root/env/bin/pip'
  )
  expect(await here.says('pip list', 10)).toMatch(/^Package +Version\n[- ]+\npip +23\.0\.1\nsetuptools +66\.1\.1$/)
  expect(here.asked).toEqual([])
  expect(await here.says('pip install flask', 10)).toContain('Successfully installed flask-3.0.0')
  expect(here.asked).toEqual(['pip install flask'])
  expect(await here.says('ls env/lib/python3.11/site-packages | grep flask; python -m pip freeze', 10)).toMatch(
    /^flask\nflask-3\.0\.0\.dist-info\nflask==3\.0\.0$/
  )
  expect(await here.says('deactivate; python3 -m pip install -r x 2>&1 | tail -1', 10)).toBe(
    'hint: See PEP 668 for the detailed specification.'
  )
  expect(here.asked).toHaveLength(1)
  expect(await here.says("which pip; pip freeze | grep -c flask; python3 -c 'import flask'", 10)).toMatch(
    /^\/usr\/bin\/pip\n0\n[\s\S]*ModuleNotFoundError: No module named 'flask'$/
  )
})

test('npm does what needs no registry itself, and asks the model for the rest', async () => {
  const here = world('', () => '\nadded 1 package in 1s\n')
  expect(await here.says('npm --version; npm init -y > /dev/null; cat package.json | jq -r .version', 10)).toBe(
    '9.2.0\n1.0.0'
  )
  expect(await here.says('npm pkg set scripts.test="echo tested" && npm test', 20)).toBe(
    '\n> root@1.0.0 test\n> echo tested\n\ntested'
  )
  expect(here.asked).toEqual([])
  expect(await here.says('npm install is-odd', 10)).toContain('added 1 package')
  expect(here.asked).toEqual(['npm install is-odd'])
  expect(await here.says('ls node_modules; npm ls', 20)).toMatch(/^is-odd\nroot@1\.0\.0 \/root\n└── is-odd@1\.0\.0/)
  expect(await here.says('mkdir -p src && cd src && npm install left && ls ../node_modules', 20)).toMatch(
    /\nis-odd +left$/
  )
  expect(
    await here.says(
      'cd ..; jq -c .dependencies package.json; jq -c \'.packages[""].dependencies, .packages["node_modules/left"]\' package-lock.json',
      10
    )
  ).toBe('{"is-odd":"^1.0.0","left":"^1.0.0"}\n{"is-odd":"^1.0.0","left":"^1.0.0"}\n{"version":"1.0.0"}')
  const before = here.asked.length
  await here.says('node -e \'require("is-odd")(3)\'', 10)
  expect(here.asked.slice(before)).toEqual([`node -e 'require("is-odd")(3)'`])
})

test('48.7 a world that was begun on another image goes on, and says at which turns it parts', async () => {
  const other = await mkdtemp(join(tmpdir(), 'orrery-image-'))
  const here = world()
  await here.act('x=7; echo one > file')
  await here.act('cat file')
  // Another image, as the hash has it.
  await cp(must(image).folder, join(other, 'machine'), { recursive: true })
  await writeFile(join(other, 'machine', 'warm-up.txt'), '# None.\n')
  const ground = must(machineGround({ home: other, resources: other }))
  try {
    expect(ground.id).toBe(shared().id)
    const { text, grounded } = await here.act('echo $x; cat file', { ground })
    expect(text.split('\n').slice(1, -1)).toEqual(['7', 'one'])
    expect(grounded.diverged).toBeUndefined()
    const [, second] = here.chain
    here.chain[1] = await makeStep(must(here.chain[0]).id, must(second).action, { text: 'as the old image said it' })
    here.chain.length = 2
    expect((await here.act('echo $x', { ground })).grounded.diverged).toEqual([2])
  } finally {
    await ground.dispose()
    await rm(other, { recursive: true, force: true })
  }
})
