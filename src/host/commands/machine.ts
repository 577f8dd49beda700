// `orrery machine`: the Debian that answers what can be computed. What is there, and building one's own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { OrreryError } from '../../core/errors.ts'
import { dataHome, makeFolder } from '../data/home.ts'
import { prepare, shipSnapshot } from '../grounds/emulator/image.ts'
import { findImage, machineFolders } from '../grounds/emulator-image.ts'
import { shipNode } from '../grounds/machine/node.ts'
import { createMachineClient } from '../grounds/machines.ts'
import { type Cli, ROOT } from './door.ts'
import { bytes, json, line, note, progress, table } from './print.ts'

const BUILD_HELP = `
Needs Debian 12 or one like it, root, and the packages that image/README.md lists. The image is put in the data folder.

Example:
  sudo orrery machine build --packages g++ ruby
  SOURCES=FILE names other apt sources than the system's`

export function machineCommands(program: Command, cli: Cli): void {
  const machine = program
    .command('machine')
    .description('show, build and remove the machine that answers by running commands')

  machine
    .command('status', { isDefault: true })
    .description('show which image there is, and what is kept of it')
    .option('--json', 'print JSON')
    .action(({ json: asJson }: { json?: boolean }) => {
      const home = dataHome()
      const image = findImage({ home, resources: join(ROOT, 'resources') })
      const kept = keptIn(home).map((folder) => ({ hash: basename(folder), folder, files: sizes(folder) }))
      const status = {
        image: image && { ...image, files: sizes(image.folder), packages: packagesOf(image.folder) },
        kept
      }
      if (asJson) return json(cli.io, status)
      if (!status.image)
        line(cli.io, 'There is no machine image. The model answers. To build one: orrery machine build')
      else {
        line(cli.io, `Image ${status.image.hash} (${status.image.from}): ${status.image.folder}`)
        table(cli.io, rows(status.image.files))
        line(cli.io, `${status.image.packages} packages`)
      }
      for (const { hash, folder, files } of kept) {
        line(cli.io, `Kept of image ${hash}${hash === image?.hash ? '' : ' (not in use)'}: ${folder}`)
        table(cli.io, rows(files))
      }
    })

  machine
    .command('build')
    .description('build an image from Debian packages')
    .option('--packages <names...>', 'more Debian packages than image/packages.txt lists')
    .addHelpText('after', BUILD_HELP)
    .action(async ({ packages = [] }: { packages?: string[] }) => {
      const wrong = packages.find((name) => !/^[a-z0-9][a-z0-9.+-]+$/.test(name))
      if (wrong !== undefined) throw new OrreryError('invalid-input', `"${wrong}" is not the name of a Debian package.`)
      const { data, image } = machineFolders(makeFolder(dataHome()))
      await build(makeFolder(image), packages, cli)
      const bar = progress(cli.io)
      const { hash, path, kept } = await prepare(
        { folder: image, data: makeFolder(data), most: 0 },
        { signal: cli.signal, onProgress: (what, done, total) => bar.show(what, done / total) }
      )
      bar.clear()
      kept.close()
      note(cli.io, 'Compressing the snapshot')
      await shipSnapshot({ folder: image, path })
      note(cli.io, 'Keeping a node that has started')
      const client = createMachineClient({ folder: image, data })
      await shipNode(client, { signal: cli.signal }).finally(() => client.close())
      line(cli.io, `Built image ${hash}: ${image}`)
      table(cli.io, rows(sizes(image)))
    })

  machine
    .command('clean')
    .description('delete what is kept of images: disks, snapshots and states, all of which are made again when needed')
    .action(() => {
      for (const folder of keptIn(dataHome())) {
        rmSync(folder, { recursive: true, force: true })
        line(cli.io, `Deleted ${folder}`)
      }
    })
}

/** Runs the recipe. @throws OrreryError invalid-input where it cannot run, engine-failed when it fails */
async function build(out: string, packages: string[], { io, signal }: Cli): Promise<void> {
  const recipe = join(ROOT, 'image', 'build.sh')
  if (process.platform !== 'linux' || !existsSync(recipe)) {
    throw new OrreryError('invalid-input', 'An image is built on Linux, from a source checkout of Orrery.')
  }
  const child = spawn('bash', [recipe, out, ...packages], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => io.stderr.write(String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new OrreryError('engine-failed', `${recipe} failed (exit code ${code}). Its output above says why.`)
}

/** A folder for each image that something is kept of, in the data folder and where images are unpacked. */
function keptIn(home: string): string[] {
  const { data, cache } = machineFolders(home)
  return [...new Set([data, cache])].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^[0-9a-f]{16}$/.test(name))
          .map((name) => join(folder, name))
      : []
  )
}

function sizes(folder: string): { name: string; bytes: number }[] {
  return readdirSync(folder)
    .map((name) => ({ name, stats: statSync(join(folder, name)) }))
    .filter(({ stats }) => stats.isFile())
    .map(({ name, stats }) => ({ name, bytes: stats.size }))
}

const rows = (files: { name: string; bytes: number }[]): string[][] =>
  files.map(({ name, bytes: size }) => [`  ${name}`, bytes(size)])

function packagesOf(folder: string): number {
  const path = join(folder, 'packages.txt')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).length : 0
}
