// The disk of a coding agent whose tools are those of the world's user: what that user may not read or write is refused, and new files are the user's.
import { type Disk, type DiskRead, quote, within } from '../disk-tools/disk/disk.ts'
import type { Owner } from './apply.ts'

/** Words before a command that the user runs. */
export const asUser = (user: string): string => `setpriv --reuid=${user} --regid="$(id -g ${user})" --init-groups`

const REFUSED = 'permission denied'

/** `disk` as `user` has it; root may do everything. */
export function ownedDisk(disk: Disk, { user }: Owner): Disk {
  if (user === 'root') return { ...disk }
  const may = async (how: 'r' | 'w', path: string): Promise<{ refused: boolean; made: string }> => {
    // The topmost folder that is still to be made, or the file.
    const { output } = await disk.run(`at=${quote(path)}; made=
while [ ! -e "$at" ] && [ ! -L "$at" ]; do made=$at; at=$(dirname "$at"); done
${asUser(user)} test -${how} "$at" && echo "may $made" || echo "not $made"`)
    const [, word, made = ''] = /^(may|not) (.*)$/m.exec(output) ?? []
    return { refused: word === 'not', made }
  }
  return {
    ...disk,
    async read(path): Promise<DiskRead> {
      const { refused, made } = await may('r', path)
      return refused && made === '' ? { bytes: null, why: 'other', reason: REFUSED } : disk.read(path)
    },
    async write(path, bytes, mode) {
      if (within(path, disk.state)) return disk.write(path, bytes, mode)
      const { refused, made } = await may('w', path)
      if (refused) return REFUSED
      const error = await disk.write(path, bytes, mode)
      if (error === null && made !== '') await disk.run(`chown -R ${user}: ${quote(made)}`)
      return error
    }
  }
}
