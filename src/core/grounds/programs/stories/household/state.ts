// What can change in a household.

export type Receptacle = { holds: string[]; open?: boolean }

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
