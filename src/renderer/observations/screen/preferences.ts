// What the screen surface remembers between starts.
import { read, write } from '../../store/settings.ts'

export interface ScreenPreferences {
  /** Gestures are sent as they are made, without being shown first. */
  sendAtOnce: boolean
  inspector: boolean
  /** Changed nodes are outlined. */
  changes: boolean
}

const KEY = 'orrery.screen'

export function readPreferences(): ScreenPreferences {
  const kept = read(KEY)
  const { sendAtOnce, inspector, changes }: { [K in keyof ScreenPreferences]?: unknown } =
    typeof kept === 'object' && kept !== null ? kept : {}
  return { sendAtOnce: sendAtOnce === true, inspector: inspector === true, changes: changes !== false }
}

export function writePreferences(preferences: ScreenPreferences): void {
  write(KEY, preferences)
}
