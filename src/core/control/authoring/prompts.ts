// What each role is told of its work. An example is of the material itself: small models copy it, and one of another world is then wrong.
import given from '../../../../resources/prompts/author.json' with { type: 'json' }
import type { AuthorRole } from './report.ts'
import type { SeenRecording } from './turns.ts'

/** The system prompt of a role that works with these recordings. */
export function systemOf(role: AuthorRole, recordings: readonly SeenRecording[]): string {
  const writes = role === 'developer' || role === 'single'
  const first = recordings.find(({ turns }) => turns.length > 0)?.turns[0]
  return [...given[role], ...(writes ? [...given.data, ...given.code] : [])]
    .join('\n')
    .replaceAll('{{action}}', () => first?.label ?? 'AN ACTION')
}
