// Discovery over folders laid out as Ollama, LM Studio and huggingface_hub lay out theirs.
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { findModels } from '../../src/host/models/found.ts'
import { must } from '../must.ts'
import { folder } from './folder.ts'
import { ggufFile } from './gguf-file.ts'

const GGUF = ggufFile()
const hash = (digit: string) => digit.repeat(64)

async function write(path: string, content: string | Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

/** A machine with nothing on it: `find` looks only below `home`. */
async function machine() {
  const home = await folder()
  return {
    home,
    find: (env: NodeJS.ProcessEnv = {}) => findModels({ env, home, platform: 'darwin' })
  }
}

/** What `ollama pull` leaves: a manifest, and blobs of which one holds the weights. */
async function pullIntoOllama(models: string, name: string[], digit: string, content: string | Buffer = GGUF) {
  const layer = (type: string, digest: string) => ({
    mediaType: `application/vnd.ollama.image.${type}`,
    digest: `sha256:${digest}`,
    size: 1
  })
  const layers = [layer('license', hash('f')), layer('projector', hash('e')), layer('model', hash(digit))]
  await write(join(models, 'manifests', ...name), JSON.stringify({ schemaVersion: 2, config: {}, layers }))
  await write(join(models, 'blobs', `sha256-${hash('e')}`), GGUF)
  return write(join(models, 'blobs', `sha256-${hash(digit)}`), content)
}

/** What `hf download` leaves: a blob, and a link to it from the snapshot. */
async function cacheFromHub(hub: string, repository: string, commit: string, file: string, digit: string) {
  const root = join(hub, `models--${repository.replace('/', '--')}`)
  const blob = await write(join(root, 'blobs', hash(digit)), GGUF)
  const link = join(root, 'snapshots', commit, file)
  await mkdir(dirname(link), { recursive: true })
  await symlink(blob, link)
  return link
}

it('a machine without other programs has nothing to find', async () => {
  const { find } = await machine()
  expect(await find()).toEqual([])
})

it("9.3 Ollama's models are found by the names that it lists them under, as the blobs they are", async () => {
  const { home, find } = await machine()
  const models = join(home, '.ollama', 'models')
  const llama = await pullIntoOllama(models, ['registry.ollama.ai', 'library', 'llama3.2', '3b'], 'a')
  const mine = await pullIntoOllama(models, ['registry.ollama.ai', 'ada', 'world', 'latest'], 'b')
  const hub = await pullIntoOllama(models, ['hf.co', 'bartowski', 'Llama-3.2-1B-Instruct-GGUF', 'Q4_K_M'], 'c')
  expect(await find()).toEqual([
    { source: 'ollama', title: 'hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M', path: hub, size: GGUF.length },
    { source: 'ollama', title: 'ada/world:latest', path: mine, size: GGUF.length },
    { source: 'ollama', title: 'llama3.2:3b', path: llama, size: GGUF.length }
  ])
})

it('Ollama is looked for where OLLAMA_MODELS says', async () => {
  const { home, find } = await machine()
  const moved = await folder()
  await pullIntoOllama(join(home, '.ollama', 'models'), ['registry.ollama.ai', 'library', 'old', 'latest'], 'a')
  const path = await pullIntoOllama(moved, ['registry.ollama.ai', 'library', 'new', 'latest'], 'b')
  expect(await find({ OLLAMA_MODELS: moved })).toEqual([
    { source: 'ollama', title: 'new:latest', path, size: GGUF.length }
  ])
})

it('a manifest that is broken, leads out of the folder, or names weights that are not there or not GGUF is passed over', async () => {
  const { home, find } = await machine()
  const models = join(home, '.ollama', 'models')
  const library = ['registry.ollama.ai', 'library']
  const path = await pullIntoOllama(models, [...library, 'good', 'latest'], 'a')
  await pullIntoOllama(models, [...library, 'tensors', 'latest'], 'b', '{"other": "weights"}')
  const manifest = (digest: string) =>
    JSON.stringify({ layers: [{ mediaType: 'application/vnd.ollama.image.model', digest }] })
  await write(join(home, 'secret.gguf'), GGUF)
  await write(join(models, 'manifests', ...library, 'out', 'latest'), manifest('sha256:../../../../../secret.gguf'))
  await write(join(models, 'manifests', ...library, 'half', 'latest'), manifest(`sha256:${hash('c')}`))
  await write(join(models, 'manifests', ...library, 'broken', 'latest'), '{ "layers": [')
  expect(await find()).toEqual([{ source: 'ollama', title: 'good:latest', path, size: GGUF.length }])
})

it.each([['.lmstudio'], ['.cache/lm-studio'], ['elsewhere']])('LM Studio is looked for in %s', async (place) => {
  const { home, find } = await machine()
  if (place === 'elsewhere') await writeFile(join(home, '.lmstudio-home-pointer'), `${join(home, place)}\n`)
  const repository = join(home, place, 'models', 'bartowski', 'Qwen3-4B-GGUF')
  const path = await write(join(repository, 'Qwen3-4B-Q4_K_M.gguf'), GGUF)
  await write(join(repository, 'mmproj-Qwen3-4B-f16.gguf'), GGUF)
  await write(join(repository, 'README.md'), 'GGUF')
  await write(join(repository, 'downloading_Qwen3-8B.gguf.part'), GGUF)
  expect(await find()).toEqual([{ source: 'lm-studio', title: 'Qwen3-4B-Q4_K_M', path, size: GGUF.length }])
})

it('a model split over several files is one, by its first, of the size of all', async () => {
  const { home, find } = await machine()
  const repository = join(home, '.lmstudio', 'models', 'someone', 'Big-GGUF')
  const names = ['Big-Q4-00002-of-00003.gguf', 'Big-Q4-00001-of-00003.gguf', 'Big-Q4-00003-of-00003.gguf']
  for (const name of names) await write(join(repository, name), GGUF)
  expect(await find()).toEqual([
    { source: 'lm-studio', title: 'Big-Q4', path: join(repository, must(names[1])), size: 3 * GGUF.length }
  ])
})

it('the Hugging Face cache gives its files by their names, each once however many snapshots hold it', async () => {
  const { home, find } = await machine()
  const hub = join(home, '.cache', 'huggingface', 'hub')
  const path = await cacheFromHub(hub, 'unsloth/Qwen3-4B-GGUF', hash('1').slice(24), 'Qwen3-4B-Q4_K_M.gguf', 'a')
  const again = join(dirname(dirname(path)), hash('2').slice(24), 'Qwen3-4B-Q4_K_M.gguf')
  await mkdir(dirname(again))
  await symlink(join(hub, 'models--unsloth--Qwen3-4B-GGUF', 'blobs', hash('a')), again)
  const inFolder = await cacheFromHub(hub, 'unsloth/Big-GGUF', hash('3').slice(24), 'UD-Q4/Big.gguf', 'b')
  await symlink(join(hub, 'nowhere'), join(dirname(path), 'pruned.gguf'))
  await write(join(hub, 'datasets--x--y', 'snapshots', 'z', 'data.gguf'), GGUF)
  expect(await find()).toEqual([
    { source: 'hugging-face', title: 'Big', path: inFolder, size: GGUF.length },
    { source: 'hugging-face', title: 'Qwen3-4B-Q4_K_M', path, size: GGUF.length }
  ])
})

it.each([
  ['HF_HUB_CACHE', ''],
  ['HF_HOME', 'hub'],
  ['XDG_CACHE_HOME', 'huggingface/hub']
])('the Hugging Face cache is looked for where %s says', async (name, below) => {
  const { find } = await machine()
  const root = await folder()
  const path = await cacheFromHub(join(root, below), 'a/b', 'c', 'd.gguf', 'e')
  expect(await find({ [name]: root })).toEqual([{ source: 'hugging-face', title: 'd', path, size: GGUF.length }])
})

it('a file that two programs show is found once', async () => {
  const { home, find } = await machine()
  const blob = await pullIntoOllama(
    join(home, '.ollama', 'models'),
    ['registry.ollama.ai', 'library', 'one', 'latest'],
    'a'
  )
  const repository = join(home, '.lmstudio', 'models', 'ollama', 'one')
  await mkdir(repository, { recursive: true })
  await symlink(blob, join(repository, 'one.gguf'))
  expect(await find()).toEqual([{ source: 'ollama', title: 'one:latest', path: blob, size: GGUF.length }])
})

it('folders that lead round in circles, are very deep or may not be read do not stop the search', async () => {
  const { home, find } = await machine()
  const models = join(home, '.lmstudio', 'models')
  const path = await write(join(models, 'someone', 'model', 'a.gguf'), GGUF)
  await symlink(models, join(models, 'someone', 'again'))
  await symlink(join(models, 'loop'), join(models, 'loop'))
  await write(join(models, ...'abcdefgh', 'deep.gguf'), GGUF)
  const closed = dirname(await write(join(models, 'closed', 'model', 'b.gguf'), GGUF))
  await chmod(closed, 0)
  const found = await find()
  await chmod(closed, 0o755)
  // root may read everything.
  const open =
    process.getuid?.() === 0
      ? [{ source: 'lm-studio', title: 'b', path: join(closed, 'b.gguf'), size: GGUF.length }]
      : []
  expect(found).toEqual([...open, { source: 'lm-studio', title: 'a', path, size: GGUF.length }])
})
