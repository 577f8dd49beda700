// Whether what an assistant says without calls are commands of a text world, or just talk.

/** What players of text worlds type first: the verbs of ALFWorld, ScienceWorld, TextWorld and interactive fiction. */
const VERBS = new Set([
  ...[
    'look',
    'l',
    'examine',
    'x',
    'inventory',
    'i',
    'go',
    'walk',
    'move',
    'enter',
    'leave',
    'climb',
    'take',
    'get',
    'pick',
    'drop'
  ],
  ...[
    'put',
    'place',
    'insert',
    'open',
    'close',
    'unlock',
    'lock',
    'use',
    'read',
    'eat',
    'drink',
    'cook',
    'cut',
    'slice',
    'chop'
  ],
  ...[
    'heat',
    'cool',
    'clean',
    'toggle',
    'turn',
    'push',
    'pull',
    'press',
    'activate',
    'deactivate',
    'connect',
    'disconnect',
    'pour'
  ],
  ...[
    'mix',
    'dunk',
    'focus',
    'wait',
    'wait1',
    'teleport',
    'task',
    'flush',
    'prepare',
    'search',
    'click',
    'finish',
    'lookup',
    'talk'
  ],
  ...[
    'say',
    'ask',
    'give',
    'attack',
    'hit',
    'wear',
    'remove',
    'north',
    'south',
    'east',
    'west',
    'up',
    'down',
    'n',
    's',
    'e',
    'w',
    'u',
    'd'
  ],
  ...['northeast', 'northwest', 'southeast', 'southwest', 'ne', 'nw', 'se', 'sw', 'navigate', 'grab', 'craft']
])
const LONGEST = 120

/** A verb with what it is for, as those who play type it: one line that is no sentence. */
export function isCommand(text: string): boolean {
  const line = text.trim()
  if (line.length > LONGEST || /[\n.?!,:;]$|[\n?!]/.test(line)) return false
  if (/^[a-z_]+\[[^\]]*\]$/i.test(line)) return true
  const [first = ''] = line.split(/[\s([]/, 1)
  return VERBS.has(first)
}
