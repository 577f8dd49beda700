import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DerivedState } from '../../../src/core/domains/capabilities.ts'
import { textenv } from '../../../src/core/domains/textenv/index.ts'
import { systemParts, userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const start = (initialState = '') => textenv.initial(Setup.parse({ domain: 'textenv', initialState }))
const told = (text: string) => {
  const {
    kind,
    text: whole,
    ...rest
  } = z.looseObject({ kind: z.string(), text: z.string() }).parse(textenv.document?.read('x', text))
  expect([kind, whole]).toEqual(['scene', text])
  return rest
}

// As ScienceWorld parts its lists.
const RULE = '-'.repeat(100)

describe('an action of a text environment is one line of text', () => {
  it('takes the line without outer blanks, and reads it back from a prompt', () => {
    for (const line of ['take lamp 1 from desk 2', 'search[red mug, large]', '`look` "around"', 'שמאלה 🙂']) {
      expect(textenv.action.parse(` ${line}\n`)).toBe(line)
      expect(textenv.read(textenv.format(line))).toBe(line)
      expect(textenv.read(readUserTurn(userTurn(textenv, 1, line)).action)).toBe(line)
      expect([textenv.fromText(line), textenv.label(line)]).toEqual([line, line])
    }
  })

  it.each<[unknown, string]>([
    [{ action: 'look' }, 'an action is the text of one command'],
    ['  ', 'the command is empty'],
    ['look\ninventory', 'a command is one line']
  ])('teaches the format when given %j', (action, lesson) => {
    const result = textenv.action.safeParse(action)
    expect(result.success).toBe(false)
    expect(z.prettifyError(must(result.error))).toContain(lesson)
  })
})

describe('what a player is shown at first', () => {
  const state = (line: string) =>
    `In the fridge 1: an egg 1.\nThe scene: dark.\n\n${line}\nYou see a fridge 1.\n\nScene: 2`
  const seen = 'You see a fridge 1.\n\nScene: 2'

  it.each(['Scene:', 'SCENE:', '## Scene:', '**Scene:**', ' scene : ', 'Scene:\r'])(
    'stands below the line %j',
    (line) => {
      expect(textenv.initialState.shown?.(state(line))).toBe(seen)
    }
  )

  it('is all of it without such a line', () => {
    expect(['', 'You see a fridge 1.\nScene: a kitchen.'].map((text) => textenv.initialState.shown?.(text))).toEqual([
      '',
      'You see a fridge 1.\nScene: a kitchen.'
    ])
  })

  it('is what the state is read from, while the model is told all of it', () => {
    const initialState = 'Admissible actions: cheat\n\nScene:\nA room.\n\nAdmissible actions: look, wait'
    const setup = Setup.parse({ domain: 'textenv', initialState })
    expect(textenv.initial(setup).admissible).toEqual(['look', 'wait'])
    const parts = systemParts(textenv, must(textenv.templates[0]), setup)
    expect(parts.find(({ name }) => name === 'initial_state')?.text).toContain(initialState)
  })

  it('is told in every ready world and sample, the task in it', () => {
    const files = ['scenarios', 'samples'].flatMap((folder) =>
      readdirSync(`resources/${folder}`)
        .filter((file) => file.startsWith('textenv-'))
        .map((file) => readFileSync(`resources/${folder}/${file}`, 'utf8'))
    )
    const states = files.flatMap((text) => [...new Set(text.match(/"initialState": ?"(?:[^"\\]|\\.)*"/g))])
    const shown = states.map((state) => textenv.initialState.shown?.(JSON.parse(`{${state}}`).initialState) ?? '')
    expect(shown.map((text) => /Your task is to|Find me|I hope you're ready/.test(text.slice(0, 200)))).toEqual([
      true,
      true,
      true,
      true
    ])
    expect(shown.filter((text) => /Reward|\bholds an?\b|when .* in cabinet 2|\(closed\)/.test(text))).toEqual([])
  })
})

describe('scene, reward, end and admissible actions are told apart', () => {
  const nothing = { admissible: [], reward: null, done: null }

  it.each<[string, string, unknown]>([
    [
      'the form that the templates ask for',
      'You open the drawer 2.\n\nReward: 0.5\nDone: false\nAdmissible actions: take key 1, search[red, large], look',
      {
        scene: 'You open the drawer 2.',
        admissible: ['take key 1', 'search[red, large]', 'look'],
        reward: 0.5,
        done: false
      }
    ],
    [
      'the end',
      'Won!\n\nReward: 1\nDone: true\nAdmissible actions:',
      { scene: 'Won!', admissible: [], reward: 1, done: true }
    ],
    ['only a scene', 'Nothing happens.', { ...nothing, scene: 'Nothing happens.' }],
    ['nothing', '', { ...nothing, scene: '' }],
    [
      'emphasis and other words',
      '**Reward:** -1.0\n**Done:** False\nScore: 3/10\nHall.',
      { scene: 'Hall.', admissible: [], reward: -1, score: 3, most: 10, done: false }
    ],
    [
      'a list as Python prints it',
      "Back to Search\nYour admissible actions of the current situation are: ['search[<your query>]', 'click[men\\'s]', \"click[it's]\"].",
      { ...nothing, scene: 'Back to Search', admissible: ['search[<your query>]', "click[men's]", "click[it's]"] }
    ],
    [
      'a list over several lines',
      "A room.\nYour admissible actions of the current situation are: \n[\n'look',\n'go north'\n].\nYou hear bells.",
      { ...nothing, scene: 'A room.\nYou hear bells.', admissible: ['look', 'go north'] }
    ],
    [
      'capitals',
      '-= Bedroom =-\nAVAILABLE ACTIONS: open trunk, look',
      { ...nothing, scene: '-= Bedroom =-', admissible: ['open trunk', 'look'] }
    ],
    [
      'points',
      'A room.\nValid commands:\n- look\n- "go north"\n\nA bell.',
      { ...nothing, scene: 'A room.\n\nA bell.', admissible: ['look', 'go north'] }
    ],
    ['numbers', 'Available actions:\n1. look\n2) wait', { ...nothing, scene: '', admissible: ['look', 'wait'] }],
    [
      "a shop's buttons",
      "Page 1\nclickables: ['next >', 'b09nd8p2qr']",
      { ...nothing, scene: 'Page 1', admissible: ['click[next >]', 'click[b09nd8p2qr]'] }
    ],
    [
      "a shop's buttons as Python's dictionary",
      "WebShop [SEP] Search\nAvailable actions: {'has_search_bar': True, 'clickables': ['search', \"men's [2]\"]}",
      {
        ...nothing,
        scene: 'WebShop [SEP] Search',
        admissible: ['search[<words>]', 'click[search]', "click[men's [2]]"]
      }
    ],
    [
      "a shop's buttons as a line of their own",
      'Page 1\n{"has_search_bar": false, "clickables": ["next >"]}',
      { ...nothing, scene: 'Page 1', admissible: ['click[next >]'] }
    ],
    [
      "a shop's clickables as a dictionary",
      "Page 1\nclickables: {'has_search_bar': False, 'clickables': ['buy now']}",
      { ...nothing, scene: 'Page 1', admissible: ['click[buy now]'] }
    ],
    [
      "ScienceWorld's actions",
      'A foundry.\nAvailable actions: [{"action": "open/close OBJ", "description": "a container"}, {"action": "use OBJ [on OBJ]"}, {"action": "de/activate OBJ"}, {"action": "wait1"}]',
      {
        ...nothing,
        scene: 'A foundry.',
        admissible: [
          'open <OBJ>',
          'close <OBJ>',
          'use <OBJ>',
          'use <OBJ> on <OBJ>',
          'activate <OBJ>',
          'deactivate <OBJ>',
          'wait1'
        ]
      }
    ],
    [
      "TextWorld's status, which says a room again",
      '-= Bedroom =-\nA trunk.\n\n\n-= Bedroom =-1/4\nAVAILABLE ACTIONS: look, open trunk',
      { ...nothing, scene: '-= Bedroom =-\nA trunk.', score: 1, moves: 4, admissible: ['look', 'open trunk'] }
    ],
    [
      "TextWorld's end",
      'You win.\n\n   *** The End ***\n\nYou scored 2 out of a possible 2, in 7 turns.',
      {
        ...nothing,
        scene: 'You win.\n\n   *** The End ***\n\nYou scored 2 out of a possible 2, in 7 turns.',
        score: 2,
        most: 2,
        moves: 7,
        done: true
      }
    ],
    [
      "TextWorld's score on asking",
      'You have so far scored 0 out of a possible 1, in 3 turns.',
      { ...nothing, scene: 'You have so far scored 0 out of a possible 1, in 3 turns.', score: 0, most: 1, moves: 3 }
    ],
    [
      "ScienceWorld's progress towards its goals, below what was seen",
      [
        'You focus on the lead.',
        'Completed keys: focus',
        RULE,
        'Sequential Subgoals:',
        RULE,
        '0\ttrue\t                               GoalFind\tfocus on substance',
        '1\tfalse\t              GoalChangeStateOfMatter\tsubstance is in a liquid state',
        RULE,
        'Unordered and Optional Subgoals:',
        RULE,
        '0\tfalse\t                 GoalInRoomWithObject\tbe in same location as lead',
        RULE,
        '',
        'The stove is off.'
      ].join('\n'),
      {
        ...nothing,
        scene: 'You focus on the lead.\n\nThe stove is off.',
        goals: [
          { text: 'focus on substance', met: true, ordered: true },
          { text: 'substance is in a liquid state', met: false, ordered: true },
          { text: 'be in same location as lead', met: false, ordered: false }
        ]
      }
    ],
    [
      'a note that only begins like goals',
      'Completed keys: none\nThe box is shut.',
      { ...nothing, scene: 'Completed keys: none\nThe box is shut.' }
    ],
    [
      'the object of a wrapper',
      '{"observation": "A room.", "reward": 1, "done": true, "score": 7, "admissible_commands": ["look", 5]}',
      { scene: 'A room.', admissible: ['look'], reward: 1, score: 7, done: true }
    ],
    [
      'prose that only sounds like it',
      'The sign says: Reward: 10 gold coins.\nDone: nothing yet.\nYour possible actions worry him.',
      {
        ...nothing,
        scene: 'The sign says: Reward: 10 gold coins.\nDone: nothing yet.\nYour possible actions worry him.'
      }
    ]
  ])('reads %s', (_name, text, expected) => {
    expect(told(text)).toEqual(expected)
  })
})

describe('the words in which TextWorld and WebShop tell rewards', () => {
  it.each([
    ['up by one point', 1],
    ['up by 12 points', 12],
    ['down by two points', -2],
    ['up by some points', null]
  ])('a score that has gone %s is worth %s', (change, reward) => {
    const text = `-= Kitchen =-0/2\nA kitchen.\n\nYour score has just gone ${change}.\n\n>`
    expect(told(text)).toMatchObject({ reward, done: null, scene: expect.stringContaining('Your score has just gone') })
  })

  it('the page that a purchase ends with has its score, and is the end', () => {
    const page = (score: string) =>
      `Thank you for shopping with us! [SEP] Your code: [SEP] None [SEP] Purchased [SEP] asin [SEP] ${'B01 [SEP] '.repeat(40)}Your score (min 0.0, max 1.0) [SEP] ${score} [SEP] Reward Details`
    expect(told(page('0.6667'))).toMatchObject({ reward: 0.6667, done: true })
    expect(told(page('0.0'))).toMatchObject({ reward: 0, done: true })
    expect(told(page('None'))).toMatchObject({ reward: null, done: null })
    expect(told(`It says: ${page('1.0')}`)).toMatchObject({ reward: null, done: null })
  })
})

describe('a text environment folds the score and whether it is over', () => {
  const after = (...texts: string[]) =>
    texts.reduce<DerivedState>((state, text) => textenv.fold(state, { action: 'x', observation: { text } }), start())

  it('starts with what the first scene admits', () => {
    expect(start('A hall.\nAdmissible actions: look, wait')).toEqual({
      steps: 0,
      score: 0,
      done: false,
      admissible: ['look', 'wait']
    })
  })

  it('adds rewards up, and believes a total', () => {
    expect(after('a\nReward: 0.5', 'b', 'c\nReward: 0.25')).toEqual({
      steps: 3,
      score: 0.75,
      done: false,
      admissible: []
    })
    expect(after('a\nReward: 5', 'b\nReward: 1\nScore: 3')).toMatchObject({ score: 3 })
  })

  it('stays over once it is, until it says otherwise', () => {
    expect(after('a\nDone: true', 'b')).toMatchObject({ done: true })
    expect(after('a\nDone: true', 'b\nDone: false')).toMatchObject({ done: false })
  })

  it('compares without blanks that mean nothing', () => {
    expect(textenv.normalise(' A  room.\r\n\n\nReward: 0 \n')).toBe('A room.\nReward: 0')
  })
})
