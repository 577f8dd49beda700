// Records a sample session from a real text environment: node test/record/textenv.ts NAME > resources/samples/NAME.jsonl
// textenv.py plays it. Needs Python with the packages textworld and scienceworld (and Java); PYTHON names it where it is not python3.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { chosen, sampleFile, type Turn } from './sample.ts'

const Played = z.object({
  program: z.string(),
  objective: z.string(),
  first: z.string(),
  admissible: z.array(z.string()).nullable(),
  turns: z.array(
    z.object({
      action: z.string(),
      scene: z.string(),
      reward: z.number(),
      done: z.boolean(),
      admissible: z.array(z.string()).nullable()
    })
  )
})

const [name, { game, title, notes, hidden }] = chosen({
  'textenv-nest': {
    game: 'textworld',
    title: 'A nest in the sauna',
    notes:
      'Recorded from a real TextWorld game: three rooms, a thing that cannot be eaten, and a nest brought to the kitchenette.',
    hidden:
      'North the bedroom with an empty open box; south of it the kitchenette with a chair and a sandwich; west of that the sauna with a rack, and a nest of bugs on it. The player holds a key.'
  },
  'textenv-living': {
    game: 'scienceworld',
    title: 'Find a living thing',
    notes:
      'Recorded from a real ScienceWorld task: the house is searched, and an egg from the garden ends up in the red box as a butterfly.',
    hidden:
      'A house around a hallway; the kitchen has a fridge, a red box, and a door to the garden outside, where there are eggs. Eggs hatch by themselves. The player holds an orange.'
  }
})

const script = fileURLToPath(new URL('textenv.py', import.meta.url))
const said = execFileSync(process.env.PYTHON ?? 'python3', [script, game], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore']
})
const played = Played.parse(JSON.parse(said))

const listed = (admissible: string[] | null) =>
  admissible ? `\nAdmissible actions: ${admissible.join(', ')}`.trimEnd() : ''
const turns = played.turns.map(
  ({ action, scene, reward, done, admissible }): Turn => ({
    action,
    observation: `${scene}\n\nReward: ${reward}\nDone: ${done}${listed(admissible)}`,
    ms: 400
  })
)
const first = `${played.first.trim()}\n${listed(played.admissible)}`.trimEnd()
process.stdout.write(
  await sampleFile({
    ...{ name, title, notes, domain: 'textenv', engine: 'recorded', program: played.program },
    initialState: `${hidden}\n\nScene:\n${played.objective.trim()}\n\n${first}`,
    turns
  })
)
