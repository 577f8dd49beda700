// Worlds that are written as data: tables and verbs, or a story. Both become the same kind of program.
import { toldIssue } from '../../../text/issues.ts'
import { isObject } from '../../../text/json.ts'
import { declaredProgram } from '../declared/program.ts'
import { readDeclared } from '../declared/read.ts'
import type { WorldProgram } from '../program.ts'
import { programOfStory, Story } from './story.ts'

/** What is wrong with the data, and where. */
export interface DataFault {
  path: PropertyKey[]
  message: string
}

/** The program that the data says, or everything that is wrong with it. @param fired told of the parts that take effect, by their paths */
export function readData(
  value: unknown,
  fired?: (path: readonly PropertyKey[]) => void
): { program: WorldProgram | null; faults: DataFault[] } {
  if (!isObject(value) || !('story' in value)) {
    const { world, faults } = readDeclared(value)
    return { program: world && declaredProgram(world, fired), faults }
  }
  const read = Story.safeParse(value)
  if (read.success) return { program: programOfStory(read.data, fired), faults: [] }
  const faults = read.error.issues.flatMap((issue) => toldIssue(issue, { value, schema: Story }))
  return { program: null, faults: faults.map(({ path, message }) => ({ path, message })) }
}
