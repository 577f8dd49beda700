// Text environments in the manner of ALFWorld, ScienceWorld, TextWorld and WebShop: a command in, a scene out.
import { z } from 'zod'
import { readScene } from '../../observations/documents/scene.ts'
import { calledIn } from '../called.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { textTools } from './agent.ts'
import { readContext } from './context.ts'
import { small, standard, word2world } from './prompts.ts'
import { pageAfter, pageIn } from './shop.ts'

const EXAMPLE = '"take lamp 1 from desk 2" or "search[red mug]"'

const shownOf = (initialState: string): string => readContext(initialState).shown

const Command = z
  .string({ error: `an action is the text of one command, such as ${EXAMPLE}` })
  .trim()
  .min(1, `the command is empty; type one such as ${EXAMPLE}`)
  .regex(/^[^\r\n]*$/, `a command is one line, such as ${EXAMPLE}; send several one after the other`)

export const textenv: Domain<string> = {
  id: 'textenv',
  title: 'Text environment',
  description: 'A world told in words: places, things, a task, and what can be done next.',
  icon: 'book',
  surface: 'document',
  door: 'text',
  action: Command,
  fence: () => '',
  templates: [standard, small, word2world],
  format: (command) => command,
  toolOf: calledIn,
  says: (command) => /^say\s+"?(\S.*?)"?$/is.exec(command.trim())?.[1] ?? null,
  read: (text) => Command.parse(text),
  // Looking around is what every one of these worlds understands.
  fromText: (line) => line.trim() || 'look',
  label: (command) => command,
  initial(setup) {
    const { admissible, scene } = readScene(shownOf(setup.initialState))
    return { steps: 0, score: 0, done: false, admissible, ...pageIn(scene) }
  },
  fold(state, { observation }) {
    const { admissible, reward, score, done, scene } = readScene(observation.text)
    return {
      ...(state.opening && { opening: state.opening, searches: false, ...pageIn(scene) }),
      steps: Number(state.steps) + 1,
      // A world that tells the total is believed; else it is the sum of what each step was worth.
      score: score ?? Number(state.score) + (reward ?? 0),
      done: done ?? state.done ?? false,
      admissible
    }
  },
  prediction: {
    stateInFirstTurn: false,
    mostText: 1500,
    prefill: (action, state) => (state.done === true ? '' : pageAfter(state, action))
  },
  document: {
    read: (_action, text) => readScene(text),
    admits: (action, { admissible }) => isAdmitted(action, admissible)
  },
  agents: { tools: textTools },
  task: {
    outcome(before, text) {
      const { reward, score, done } = readScene(text)
      return { reward: reward ?? (score === undefined ? null : score - Number(before.score)), over: done }
    }
  },
  initialState: {
    shown: shownOf,
    start: 'textenv-household',
    hint: 'The whole world, including what the player cannot see yet: places, objects and their states, when the task is done. Then a line “Scene:”, followed by what the player sees first: the task and the first scene. Only the model sees the text above that line. Without the line, the player sees everything.',
    placeholder:
      'Such as:\nA flat: kitchen, hall, bedroom. In the closed fridge 1: an apple 1, a mug 2. On the table 1: a knife 1.\nTask: put a cool apple on the table. Reward 1 when it is done, then the episode ends.\n\nScene:\nYour task is to put a cool apple on the table. You stand in the middle of the kitchen. You see a fridge 1, a table 1 and a door to the hall.\n\nAdmissible actions: go to fridge 1, go to table 1, go to hall, inventory, look'
  },
  normalise(text) {
    return text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => line.replaceAll('\t', ' ').split(' ').filter(Boolean).join(' '))
      .filter(Boolean)
      .join('\n')
  }
}

/** Whether it is one of the actions that the scene lists, if it lists any. `<...>` in one stands for words of the player's own. */
function isAdmitted(command: string, listed: DerivedState[string] | undefined): boolean {
  const said = command.toLowerCase()
  const fits = (one: string): boolean => {
    const open = one.indexOf('<')
    const close = one.lastIndexOf('>')
    if (open < 0 || close < open) return said === one
    const [before, after] = [one.slice(0, open), one.slice(close + 1)]
    return said.length > before.length + after.length && said.startsWith(before) && said.endsWith(after)
  }
  return !Array.isArray(listed) || !listed.length || listed.some((one) => fits(String(one).toLowerCase()))
}
