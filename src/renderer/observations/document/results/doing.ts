// What views of results do besides showing.
import type { Action } from '../../../../core/tree/model.ts'

/** What a view needs to make links and buttons of what it shows. */
export interface Doing {
  follow(url: string): Action | null
  say(line: string): Action
  busy: boolean
  act(action: Action): void
  /** Puts a line into the command line, to be completed. */
  write(line: string): void
  /** Shows what would be sent, for as long as the pointer or the focus is there. */
  peek(action: Action | null): void
}
