// The panels beside the world. A new one is a row here and its component in `worlds/Workspace.tsx`.

/** Those of every world, in their order. */
export const PANELS = [
  { id: 'step', title: 'Step', command: 'Show step provenance' },
  { id: 'thinking', title: 'Thinking', command: 'Show the thinking' },
  { id: 'tokens', title: 'Tokens', command: 'Show token probabilities' },
  { id: 'prompt', title: 'Prompt', command: 'Show the prompt' },
  { id: 'rules', title: 'Rules', command: 'Show the rules: initial state and simulation instruction' }
] as const

/** Of worlds that rules compute: a program's, or Orrery's own. */
export const PROGRAM_PANEL = {
  id: 'program',
  title: 'Program',
  command: 'Show the program: state, source, tests and versions'
} as const

export type PanelId = (typeof PANELS)[number]['id'] | typeof PROGRAM_PANEL.id
