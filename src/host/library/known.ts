// Whether names in a scenario lead anywhere on this machine: models, engines, recordings, fictional worlds, prompt templates.
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { domains } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { meant } from '../../core/text/issues.ts'
import { IN_USE } from '../../core/tree/conditions.ts'
import type { ScenarioProblem } from '../../core/tree/scenario.ts'
import { openSettings } from '../data/settings.ts'
import { engines } from '../engines/index.ts'
import { createFinder } from '../models/find.ts'
import { modelSize } from '../models/gguf/parts.ts'
import { createPacks } from './packs.ts'
import { type NamedReference, type ReadScenario, readScenarioWhole, sorted, textOf } from './scenario-file.ts'

export interface KnownNames {
  /** Why the name leads nowhere, in a sentence; `null` where it leads somewhere. */
  problemOf(reference: Pick<NamedReference, 'to' | 'name' | 'domain'>): Promise<string | null>
}

export function createKnown({ home, resources }: { home: string; resources: string }): KnownNames {
  const among = (what: string, name: string, names: string[]): string | null =>
    names.includes(name) ? null : `There is no ${what} "${name}".${meant(name, names)}`

  async function model(name: string): Promise<string | null> {
    // A server's model is known by the name with which it was chosen.
    const { active } = openSettings(home).read()
    if (active?.model === name) return null
    const finder = createFinder({ home, resources, places: undefined })
    const { entry, path } = await finder.find(name)
    return entry || (await modelSize(path)) !== null ? null : (await finder.unknown(name)).message
  }

  return {
    async problemOf({ to, name, domain }) {
      switch (to) {
        case 'model':
          return model(name)
        case 'judge':
          return name === IN_USE ? null : model(name)
        case 'engine':
          return among(
            'engine',
            name,
            engines.filter(({ takes }) => takes !== 'nothing').map(({ id }) => id)
          )
        case 'recording':
          return among('recording', name, namesIn(join(resources, 'samples'), '.jsonl'))
        case 'fiction': {
          const own = namesIn(join(home, 'fictions'), '.db')
          return among('fictional world', name, [...own, ...namesIn(join(resources, 'fictions'), '.json')])
        }
        case 'template': {
          const found = domains.find(({ id }) => id === domain)
          if (!found) return null
          const packs = createPacks({ home }).templates(found)
          const names = [...found.templates, ...packs].flatMap(({ name: one, pack }) => [
            one,
            ...(pack ? [pack.name] : [])
          ])
          return among('template', name, ['auto', ...names])
        }
        default:
          return to satisfies never
      }
    }
  }
}

const namesIn = (folder: string, ending: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? file.slice(0, -ending.length) : []))
    : []

/** Everything that is wrong with a text, which may include files if it is a file itself. Never throws for what the text says. */
export async function checkText(text: string, file: string | null, known: KnownNames): Promise<ReadScenario> {
  return checked(file ?? 'scenario', async () => {
    const { scenario, problems, references } = readScenarioWhole(text, file)
    const nowhere: ScenarioProblem[] = []
    for (const { at, ...reference } of references) {
      const message = await known.problemOf(reference)
      if (message === null) continue
      // What needs no judge can be run all the same.
      if (reference.to === 'judge')
        nowhere.push({ ...at, message: `${message} Without it, rubrics count as not passed.`, warning: true })
      else nowhere.push({ ...at, message })
    }
    return { scenario, problems: sorted([...problems, ...nowhere]) }
  })
}

/** The same of a file. Never throws for what the file is. */
export async function checkFile(path: string, known: KnownNames): Promise<ReadScenario> {
  const file = resolve(path)
  return checked(path, () => checkText(textOf(file), file, known))
}

async function checked(file: string, read: () => Promise<ReadScenario>): Promise<ReadScenario> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    return { scenario: null, problems: [{ file, line: 1, column: 1, message: error.message }] }
  }
}
