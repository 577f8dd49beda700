// Programs that are induced from recordings, without a model: the list of ways. A new one is a file in this folder, and a line here.
import type { Domain } from '../../../domains/domain.ts'
import { proposeDeclared } from '../../../grounds/programs/declared/propose.ts'
import type { Tool } from '../../../tree/model.ts'
import type { Json } from '../../../tree/ports.ts'
import type { ProgramChoice } from '../../../tree/program.ts'
import type { SeenRecording } from '../turns.ts'
import { callsSeen } from './calls/index.ts'
import { householdSeen } from './household.ts'
import { rowsSeen, withNamed } from './rows.ts'
import { screensSeen } from './screens.ts'
import { shopSeen } from './shop.ts'
import { storySeen } from './story.ts'
import { asAnswered } from './tables.ts'
import { wordsSeen } from './words.ts'

/** How YAML is read and written, which core does not know. */
export interface Yaml {
  read(text: string): Json
  write(value: Json): string
}

interface Way {
  name: string
  /** The door of the worlds that it is for. */
  door: NonNullable<Domain['door']>
  /** `null`: nothing of its kind is in the recordings. */
  make(
    recordings: readonly SeenRecording[],
    tools: readonly Tool[],
    yaml: Yaml
  ): Pick<ProgramChoice, 'language' | 'text'> | null
}

const ways: readonly Way[] = [
  { name: 'calls', door: 'tools', make: calls },
  { name: 'tables', door: 'tools', make: tables },
  { name: 'household', door: 'text', make: story(householdSeen) },
  { name: 'shop', door: 'text', make: story(shopSeen) },
  { name: 'story', door: 'text', make: stories },
  { name: 'words', door: 'text', make: words(true) },
  { name: 'words as told', door: 'text', make: words(false) },
  { name: 'screens', door: 'page', make: screens('page') },
  { name: 'screens', door: 'phone', make: screens('phone') },
  { name: 'screens', door: 'desktop', make: screens('desktop') }
]

export interface InducedProgram {
  way: string
  program: ProgramChoice
}

/** Every program that can be induced, the one that says most of its world first. */
export function inducedPrograms(
  door: Domain['door'],
  recordings: readonly SeenRecording[],
  tools: readonly Tool[],
  yaml: Yaml
): InducedProgram[] {
  return ways.flatMap((way) => {
    const made = way.door === door ? way.make(recordings, tools, yaml) : null
    return made ? [{ way: way.name, program: { ...made, version: 1 as const } }] : []
  })
}

function tables(recordings: readonly SeenRecording[], tools: readonly Tool[], yaml: Yaml) {
  const proposal = proposeDeclared(tools, withNamed(rowsSeen(recordings), tools))
  if (proposal.yaml === null) return null
  return { language: 'data' as const, text: yaml.write(asAnswered(yaml.read(proposal.yaml), recordings)) }
}

function calls(recordings: readonly SeenRecording[], tools: readonly Tool[], yaml: Yaml) {
  const data = callsSeen(recordings, tools)
  return data === null ? null : { language: 'data' as const, text: yaml.write(data) }
}

function story(read: (recordings: readonly SeenRecording[]) => Json | null): Way['make'] {
  return (recordings, _tools, yaml) => {
    const data = read(recordings)
    return data === null ? null : { language: 'data', text: yaml.write(data) }
  }
}

function stories(recordings: readonly SeenRecording[]) {
  const text = storySeen(recordings)
  return text === null ? null : { language: 'javascript' as const, text }
}

function screens(door: 'page' | 'phone' | 'desktop'): Way['make'] {
  return (recordings) => {
    const text = screensSeen(recordings, door)
    return text === null ? null : { language: 'javascript', text }
  }
}

function words(admissible: boolean): Way['make'] {
  return (recordings) => {
    const text = wordsSeen(recordings, { admissible })
    return text === null ? null : { language: 'javascript', text }
  }
}
