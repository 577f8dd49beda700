// Looks for models of other programs in a home full of odd things and prints what was found.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findModels } from '../../src/host/models/found.ts'
import { ggufFile } from '../host/gguf-file.ts'

const MANY = 600
const home = mkdtempSync(join(tmpdir(), 'orrery-found-'))
const ollama = join(home, '.ollama', 'models')
const library = join(ollama, 'manifests', 'registry.ollama.ai', 'library')
const studio = join(home, '.lmstudio', 'models', 'someone', 'some')
const hub = join(home, '.cache', 'huggingface', 'hub')

try {
  // Each a model of its own, so many that not all can be open at once.
  for (let n = 0; n < MANY; n++) {
    const digest = n.toString(16).padStart(64, '0')
    const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` }]
    write(join(library, `m${n}`, 'latest'), JSON.stringify({ layers }))
    write(join(ollama, 'blobs', `sha256-${digest}`), ggufFile())
  }
  // More pipes than there are threads to wait for them.
  for (let n = 0; n < 20; n++) pipe(join(library, 'pipe', `p${n}`))
  pipe(join(home, '.lmstudio-home-pointer'))
  pipe(join(studio, 'pipe.gguf'))
  pipe(join(hub, 'models--a--b', 'snapshots', 'c', 'pipe.gguf'))
  write(join(library, 'huge', 'latest'), '')
  truncateSync(join(library, 'huge', 'latest'), 2 ** 40)
  write(join(library, 'deep', 'latest'), `{"layers": ${'['.repeat(100_000)}`)
  symlinkSync('/dev/zero', join(library, 'huge', 'device'))
  symlinkSync(join(studio, 'loop.gguf'), join(studio, 'loop.gguf'))
  symlinkSync('/dev/zero', join(studio, 'device.gguf'))
  symlinkSync('/', join(studio, 'everything'))
  symlinkSync(studio, join(studio, 'again'))
  write(join(studio, 'real.gguf'), ggufFile())

  writeSync(1, `${JSON.stringify({ name: 'looking' })}\n`)
  const found = await findModels({ env: {}, home, platform: 'darwin' })
  const titles = found.map(({ title }) => title)
  writeSync(1, `${JSON.stringify({ name: 'looking', came: `${titles.length} with ${titles.at(-1)}` })}\n`)
} finally {
  rmSync(home, { recursive: true, force: true })
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function pipe(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}
