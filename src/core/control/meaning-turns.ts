// Turns that never come: checks and instructions for them say nothing of a run.

import { turnsOf } from './meaning-faults.ts'
import type { Scene } from './scene.ts'

export function checkTurns({ file, most, say }: Scene): void {
  const { checks, turns, stop, actions } = file
  for (const [index, { at }] of checks.entries()) {
    if (typeof at !== 'number' || Math.abs(at) <= most) continue
    say(['checks', index, 'at'], `Turn ${at} never comes: ${turnsOf(most, file)}.`)
  }
  for (const [index, { turn }] of turns.entries()) {
    if (turn > most) say(['turns', index, 'turn'], `Turn ${turn} never comes: ${turnsOf(most, file)}.`)
  }
  for (const [index, { turn }] of (file.expects ?? []).entries()) {
    if (turn > most) say(['expects', index, 'turn'], `Turn ${turn} never comes: ${turnsOf(most, file)}.`)
    const again = file.expects?.findIndex((one) => one.turn === turn) ?? index
    if (again < index) say(['expects', index, 'turn'], `Turn ${turn} is predicted twice.`)
  }
  if (actions && actions.length > stop.turns) {
    const message = `"stop" ends a run after turn ${stop.turns}, so the actions from number ${stop.turns + 1} on are never done.`
    say(['stop', 'turns'], message, { warning: true })
  }
}
