// What can change in a household.

/** `unseen`: what it holds is asked of the model when it is first seen. */
export type Receptacle = { holds: string[]; open?: boolean; unseen?: true }

/** Plain JSON. */
export type HouseholdState = {
  /** The place that the player stands at; `null` is the middle of the room. */
  at: string | null
  held: string | null
  places: { [name: string]: Receptacle }
  /** What things became: `cool`, `clean`, `on`. */
  became: { [thing: string]: string[] }
  done: boolean
}
