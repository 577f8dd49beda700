// Every engine there is. A new one is a file in this folder and a line here. The list is in the host because opening an engine needs Node;
// the window and the command line read it through the contract (`models.engines`).
import { OrreryError } from '../../core/errors.ts'
import type { EngineDeclaration, FileEngine, RecordingEngine, ServerEngine } from './declare.ts'
import { llama } from './llama.ts'
import { llamaServer } from './llama-server/index.ts'
import { nothing } from './none.ts'
import { openai } from './openai.ts'
import { replay } from './replay.ts'

/** The first of each kind is the one that is meant where nobody names one. */
export const engines: readonly EngineDeclaration[] = [llama, llamaServer, openai, replay, nothing]

const isFileEngine = (engine: EngineDeclaration): engine is FileEngine => engine.takes === 'file'
const isServerEngine = (engine: EngineDeclaration): engine is ServerEngine => engine.takes === 'server'
const isRecordingEngine = (engine: EngineDeclaration): engine is RecordingEngine => engine.takes === 'recording'

/** What can run a model file. */
export const runtimes = engines.filter(isFileEngine)

/** What runs a model file. @throws OrreryError invalid-input */
export const findRuntime = (id?: string): FileEngine => find(runtimes, id)

/** What asks a server. @throws OrreryError invalid-input */
export const findServerEngine = (id?: string): ServerEngine => find(engines.filter(isServerEngine), id)

/** What plays a recording. @throws OrreryError invalid-input */
export const findRecordingEngine = (id?: string): RecordingEngine => find(engines.filter(isRecordingEngine), id)

function find<Kind extends EngineDeclaration>(among: Kind[], id: string | undefined): Kind {
  const found = id === undefined ? among[0] : among.find((engine) => engine.id === id)
  if (found) return found
  throw new OrreryError(
    'invalid-input',
    `There is no engine "${id}" for this. Choose one of: ${among.map((engine) => engine.id).join(', ')}.`
  )
}
