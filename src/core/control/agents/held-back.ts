// What an agent meets where its world takes only what is predicted to succeed.
import { OrreryError } from '../../errors.ts'

/** An action that was not taken, because a preview did not predict its success. The agent goes on with something else. */
export class HeldBack extends OrreryError {
  /** Whether a preview was spent on it; else there was none left. */
  readonly previewed: boolean
  constructor(message: string, previewed: boolean) {
    super('forbidden', message)
    this.previewed = previewed
  }
}
