// Where Orrery is wired together: the only place that knows every part. createHost gives what each front door mounts.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Handlers } from '../core/contract/index.ts'
import type { StepContext } from '../core/step/context.ts'
import type { Clock, Engine, Names } from '../core/tree/ports.ts'
import { createModelKey } from './agents/key.ts'
import { createPassing } from './agents/passing.ts'
import { createKeptPort } from './agents/port.ts'
import { queueFrom } from './agents/queue.ts'
import { allHandlers } from './contract/index.ts'
import type { HostParts } from './contract/parts.ts'
import { createEmbedders } from './control/embeddings/index.ts'
import { createScripts } from './control/scripts/index.ts'
import { closeToOthers, isReadable, isWritable, makeFolder } from './data/home.ts'
import { createOthers } from './data/others.ts'
import { createReserve } from './data/reserve.ts'
import { namingDamage } from './database/damage.ts'
import { createFolds } from './database/folds.ts'
import { openStore } from './database/store.ts'
import { createScreens } from './database/terminal-screens.ts'
import { createDoors } from './doors/agents/index.ts'
import { mount } from './doors/mount.ts'
import { createAnswering } from './engines/answering/index.ts'
import { createDownloads } from './formats/downloads.ts'
import { createExports } from './formats/export.ts'
import type { SpawnMachine } from './grounds/emulator-client.ts'
import { createFictions } from './grounds/facts/index.ts'
import { createGrounds, type Grounds } from './grounds/index.ts'
import { openTerminals } from './grounds/machine/terminals.ts'
import { machinesFrom, openMachines } from './grounds/machines.ts'
import { createWorldPrograms } from './grounds/programs/world-programs.ts'
import { runPython } from './grounds/python.ts'
import { createFolders } from './library/folders.ts'
import { createPacks } from './library/packs.ts'
import { createRecordings } from './library/recordings.ts'
import { createScenarios } from './library/scenarios.ts'
import { createFits } from './models/fits.ts'
import { createModels } from './models/index.ts'
import { useProxies } from './network/proxy.ts'
import type { Spawn } from './process/child.ts'
import type { Confirm } from './process/confirm.ts'

export interface HostOptions {
  /** Folder of all data: database, models, settings, runs. Made when missing. */
  home: string
  /** Folder of what ships with Orrery: catalogue, scenarios, samples. */
  resources: string
  /** How the engine process is started; default: a child process of this Node. */
  spawnEngine?: Spawn
  /** How the machine's process is started; default: a child process of this Node. */
  spawnMachine?: SpawnMachine
  /** At most so many processes of the machine; default: ORRERY_MACHINES, else the cores. */
  machines?: number | undefined
  /** At most so many calls of agents at once in worlds that they compute; default: ORRERY_QUEUE, else 32 for each of them. */
  queue?: number | undefined
  /** A catalogue id or .gguf path to use for this run instead of the chosen model. */
  model?: string
  /** An engine to use for this run instead of the chosen model. */
  engine?: Engine
  /** What computes answers, instead of what ships with Orrery. */
  grounds?: Grounds
  clock?: Clock
  names?: Names
  /** How a person is asked before a program is started; without it none is. */
  confirm?: Confirm
  /** It serves a window, in which a person can be asked. */
  window?: boolean
  /** How a person is asked who plays the user of a world, where that is not at a window. */
  askPerson?: NonNullable<StepContext['askPerson']>
  /** How fast recordings are played: 1, the default, as they were made, 0 at once. */
  tempo?: number
  /** Milliseconds that count as a minute without work; tests have less time. */
  minute?: number
}

/** Opens the data in `home` and readies every call. Nothing is loaded until a step needs it. */
export async function createHost(options: HostOptions): Promise<Handlers> {
  const {
    home,
    resources,
    spawnEngine: spawn,
    spawnMachine,
    clock = { now: Date.now, ticks: () => Math.round(performance.now()) },
    names = { next: randomUUID },
    confirm,
    window = false,
    askPerson,
    tempo = 1,
    minute = 60_000
  } = options
  const database = join(home, 'orrery.db')
  const readonly = isReadable(database) && !isWritable(home)
  if (!readonly) makeFolder(home)
  const restoreNetwork = useProxies()
  const reserve = readonly ? undefined : createReserve(home)
  const store = openStore(database, { clock, reserve, readonly })
  reserve?.keep()
  const closed = closeToOthers(home)
  const others = createOthers(readonly ? null : join(home, 'presence'), Date.now)
  const models = createModels({ home, resources })
  const recordings = createRecordings({ resources, clock, tempo })
  const scenarios = createScenarios({ home, resources })
  const packs = createPacks({ home })
  const fits = createFits({ spawn })
  const downloads = createDownloads()
  const scripts = createScripts()
  const folders = createFolders({ home })
  const fictions = createFictions({ home, resources })
  const most = options.machines ?? machinesFrom()
  const machines = openMachines({ home, resources, spawnMachine, machines: most })
  // Grounds close what is theirs, and the host these.
  const shared = machines && { ...machines, close: async () => {} }
  const terminals = openTerminals({ home, resources, shared })
  const programs = createWorldPrograms({ terminals })
  const grounds =
    options.grounds ??
    createGrounds({ home, resources, programs, shared, folderOf: folders.read, facts: fictions.facts })
  const assets = join(resources, '..', 'out', 'assets')
  const answering = await createAnswering({
    ...{ models, recordings, minute, engine: options.engine, model: options.model },
    around: { states: join(home, 'states'), spawn }
  })
  const embedders = createEmbedders({ home, models, answering })
  const passing = createPassing({ confirm, store })
  const modelKey = createModelKey(home)
  const doors = createDoors({ mounted: () => mount(handlers, 'agent'), key: modelKey.get, port: createKeptPort(home) })
  const parts: HostParts = {
    ...{
      home,
      resources,
      clock,
      names,
      confirm,
      window,
      askPerson,
      store,
      others,
      models,
      recordings,
      scenarios,
      answering,
      packs,
      folders,
      fits,
      downloads,
      grounds,
      programs,
      python: shared && ((run, options) => runPython({ machine: shared, resources }, run, options)),
      scripts,
      embedders,
      fictions,
      doors,
      modelKey,
      passing,
      queue: options.queue ?? queueFrom(most)
    },
    folds: createFolds(store),
    screens: createScreens(store),
    exports: createExports({ store, folders, fictions, downloads, templates: packs.templates, assets }),
    // What a person should hear of once: what was set aside, what could not be opened.
    notice: () => [store.notice, closed, answering.notice(), models.notice()].filter(Boolean).join('\n') || null
  }
  const handlers: Handlers = {
    ...allHandlers(parts),
    download: (ticket) => downloads.take(ticket),
    async dispose() {
      await doors.close()
      await passing.dispose()
      await embedders.dispose()
      await Promise.all([answering.dispose(), fits.dispose(), grounds.dispose(), programs.dispose(), scripts.dispose()])
      await machines?.close()
      await store.close()
      restoreNetwork()
    }
  }
  return namingDamage(handlers, store, database)
}
