// What can change in a household.

export type Place = { holds: string[]; open?: boolean }

/** Plain JSON. */
export type HouseholdState = {
  /** The place that the player stands at; `null` is the middle of the room. */
  at: string | null
  held: string | null
  places: { [name: string]: Place }
  /** What things became: `cool`, `clean`, `on`. */
  became: { [thing: string]: string[] }
  done: boolean
}
