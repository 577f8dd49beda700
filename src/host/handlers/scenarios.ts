// Scenarios: the library, the texts of people's own, and worlds written down as scenarios.
import { scenarioOfWorld } from '../../core/control/of-world.ts'
import { presetsOf } from '../../core/control/presets.ts'
import { scenarioSchema } from '../../core/control/scenario-schema.ts'
import { variantLabel, variantsOf } from '../../core/control/variants.ts'
import { OrreryError } from '../../core/errors.ts'
import { deleteScenario, readText, saveScenario, textOfScenario } from '../library/own-scenarios.ts'
import { scenarios as kind } from '../runs/scenarios/index.ts'
import { partingsIn } from '../runs/scenarios/partings.ts'
import { writeYaml } from '../tools/yaml.ts'
import type { Parts } from './parts.ts'
import { entriesOf } from './run-calls.ts'
import type { Topic } from './topic.ts'

// More than anybody reads; the number of all is told beside them.
const MOST_LABELS = 200

export function scenarioHandlers({ home, scenarios, store }: Pick<Parts, 'home' | 'scenarios' | 'store'>) {
  return {
    calls: {
      'scenarios.list': () => scenarios.list(),
      'scenarios.version': () => scenarios.version(),
      'scenarios.broken': () =>
        scenarios
          .entries()
          .filter(({ problems }) => problems.length > 0)
          .map(({ name, own, file, problems }) => ({ name, own, file, problems })),
      'scenarios.schema': () => scenarioSchema(),
      'scenarios.check'({ text, name }) {
        const known =
          name === undefined ? undefined : scenarios.entries().findLast((one) => one.own && one.name === name)
        const { scenario, problems } = readText(text, known?.file ?? null)
        const variants = scenario ? variantsOf(scenario, { presets: presetsOf }) : []
        return {
          scenario,
          problems,
          variants: variants.length,
          labels: variants.slice(0, MOST_LABELS).map(({ of }) => variantLabel(of))
        }
      },
      'scenarios.read': ({ name }) => textOfScenario(scenarios, name),
      'scenarios.save'(input) {
        const { file, problems } = saveScenario(scenarios, input)
        return { file, problems }
      },
      'scenarios.delete'({ name }) {
        deleteScenario(scenarios, name)
        return null
      },
      async 'scenarios.ofWorld'({ session: id, branch: wanted, name, title }) {
        const session = store.session(id)
        const branch = store.branch(wanted)
        if (branch.session !== session.id) {
          throw new OrreryError('not-found', 'That branch is not in this world. Open the world again.')
        }
        const chain = store.chain(branch.tip)
        const calls = chain.map((step) => store.calls(session.id, step.id).at(-1) ?? null)
        const given = { ...(name !== undefined && { name }), ...(title !== undefined && { title }) }
        const scenario = await scenarioOfWorld({ session, branch, chain, calls, ...given })
        return { name: scenario.name, title: scenario.title, text: writeYaml(scenario) }
      },
      'scenarios.partings': ({ run, ...group }) => partingsIn(entriesOf(home, kind, run), store, group)
    }
  } satisfies Topic
}
