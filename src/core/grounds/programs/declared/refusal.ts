// Why an action comes to nothing, in the words of the world.

/** Ends the action. The state stays as it was. */
export class VerbRefusal extends Error {
  /** As HTTP says it: 404 for a row that is not there, 409 for what is in the way, 422 for a wrong value, 500 for a rule that cannot be computed. */
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** A rule met a value that it cannot compute with. */
export const mistake = (message: string): VerbRefusal => new VerbRefusal(message, 500)
