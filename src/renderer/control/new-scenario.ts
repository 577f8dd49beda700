// What a scenario from nothing begins with: a small one that runs without a model, with a fault in one step and a check.

/** A name that none of `taken` has. */
export function freeName(taken: readonly string[]): string {
  const names = new Set(taken)
  let number = 1
  let name = 'my-scenario'
  while (names.has(name)) name = `my-scenario-${++number}`
  return name
}

/** The text of a scenario of this name, to be changed by whoever asked for it. */
export const newScenario = (
  name: string
): string => `# Every field: docs/scenarios.md. Ctrl+Space lists what can stand at the cursor.
name: ${name}
title: My scenario
description: A file is written and read, and one reading fails.
setup:
  domain: terminal
  grounding: executed
  initialState: |
    A Debian 12 server. User root, home /root.

    The terminal shows:
    root@debian:~#
  # What goes wrong, and when. Ctrl+Shift+X shows all faults.
  perturbations:
    - {name: permission-denied, when: {turn: 2}}
actions:
  - echo hello > note.txt
  - cat note.txt
  - cat note.txt
checks:
  - {name: the note is read after all, at: end, expect: {observation: hello}}
`
