// What is asked of the model where a server needs what the world claims and does not show, and what its answer comes to.
import type { StateChange } from '../../../core/tree/ground.ts'
import type { ServerNeed, ServerToolCall } from './sandbox/protocol.ts'

type Unseen = Extract<ServerNeed, { rule: 'unseen' }>

/** The call whose answer shows it. */
export const lookAt = ({ what, kind }: Unseen): ServerToolCall => ({
  name: kind === 'file' ? 'read_text_file' : 'list_directory',
  arguments: { path: what }
})

/** The model's answer to that call, in the files of the world. */
export function taken({ what, kind }: Unseen, text: string): StateChange[] {
  if (/^(?:Error\b|ENOENT\b|EACCES\b|Access denied\b)/.test(text)) return [{ do: 'remove', path: what }]
  // A text file ends with a line break, which an observation does not show.
  if (kind === 'file')
    return [{ do: 'write', path: what, content: text === '' || text.endsWith('\n') ? text : `${text}\n` }]
  const entries = [...text.matchAll(/^\[(FILE|DIR)\] (.+)$/gm)]
  return [
    { do: 'mkdir', path: what },
    ...entries.map(
      ([, form, name = '']): StateChange => ({
        do: 'claim',
        path: `${what.replace(/\/$/, '')}/${name.trim().replaceAll('/', '')}`,
        kind: form === 'DIR' ? 'folder' : 'file'
      })
    )
  ]
}
