// How the llama engine gets its process where nobody else starts it.
import { join } from 'node:path'
import { type Fork, forkFile } from '../process/child.ts'

export const forkEngine = (): Fork => forkFile(join(import.meta.dirname, '..', 'engine-process', 'index.ts'))
