// Worlds that are written as data: tables and verbs, or a story. Both become the same kind of program.
import { z } from 'zod'
import { toldIssue } from '../../../text/issues.ts'
import { isObject } from '../../../text/json.ts'
import { declaredProgram } from '../declared/program.ts'
import { readDeclared } from '../declared/read.ts'
import type { WorldProgram } from '../program.ts'
import { House } from '../stories/house/data.ts'
import { houseTeller } from '../stories/house/tell.ts'
import { Household } from '../stories/household/data.ts'
import { householdTeller } from '../stories/household/tell.ts'
import { Shop } from '../stories/shop/data.ts'
import { shopTeller } from '../stories/shop/tell.ts'
import { storyProgram } from '../stories/teller.ts'

/** What is wrong with the data, and where. */
export interface DataFault {
  path: PropertyKey[]
  message: string
}

const Story = z.discriminatedUnion('story', [Household, House, Shop])

/** The program that the data says, or everything that is wrong with it. @param fired told of the parts that take effect, of tables and verbs */
export function readData(
  value: unknown,
  fired?: (path: readonly PropertyKey[]) => void
): { program: WorldProgram | null; faults: DataFault[] } {
  if (!isObject(value) || !('story' in value)) {
    const { world, faults } = readDeclared(value)
    return { program: world && declaredProgram(world, fired), faults }
  }
  const read = Story.safeParse(value)
  if (read.success) return { program: programOf(read.data), faults: [] }
  const faults = read.error.issues.flatMap((issue) => toldIssue(issue, { value, schema: Story }))
  return { program: null, faults: faults.map(({ path, message }) => ({ path, message })) }
}

function programOf(story: z.infer<typeof Story>): WorldProgram {
  switch (story.story) {
    case 'household':
      return storyProgram(householdTeller(story))
    case 'house':
      return storyProgram(houseTeller(story))
    case 'shop':
      return storyProgram(shopTeller(story))
    default:
      return story satisfies never
  }
}
