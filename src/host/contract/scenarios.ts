// Scenarios: the library, the texts of people's own, and worlds written down as scenarios.
import { scenarioOfWorld } from '../../core/control/of-world.ts'
import type { ScenarioResult } from '../../core/control/result.ts'
import { scenarioSchema } from '../../core/control/scenario-schema.ts'
import { summarise } from '../../core/control/summary.ts'
import { variantLabel, variantsOf } from '../../core/control/variants.ts'
import { OrreryError } from '../../core/errors.ts'
import { presetsOf } from '../../core/faults/presets.ts'
import { treeSource } from '../../core/formats/exporters/source.ts'
import type { ExportedTurn } from '../../core/formats/exporting.ts'
import { branchWithCalls } from '../../core/tree/calls.ts'
import { Setup } from '../../core/tree/model.ts'
import { type AnsweredBy, answeredBy } from '../../core/tree/origin.ts'
import type { ScenarioRow } from '../../core/tree/scenario.ts'
import { divergenceIn } from '../control/runs/scenarios/divergence.ts'
import { scenarios as kind } from '../control/runs/scenarios/index.ts'
import { writeYaml } from '../domains/tools/yaml.ts'
import { programUse } from '../grounds/programs/use.ts'
import { checkText, createKnown } from '../library/known.ts'
import { deleteScenario, saveScenario, textOfScenario } from '../library/own-scenarios.ts'
import { withInitialState } from '../library/scenarios.ts'
import { inducedScenario } from './induced.ts'
import { usualGrounding } from './new-world.ts'
import type { HostParts } from './parts.ts'
import { entriesOf } from './run-calls.ts'
import type { Topic } from './topic.ts'

// More than anybody reads; the number of all is told beside them.
const MOST_LABELS = 200

export function scenarioHandlers({
  home,
  resources,
  scenarios,
  store,
  grounds,
  answering,
  names,
  recordings
}: Pick<HostParts, 'home' | 'resources' | 'scenarios' | 'store' | 'grounds' | 'answering' | 'names' | 'recordings'>) {
  // What a file says does not change until it is read again.
  const known = new WeakMap<object, AnsweredBy>()
  function answersOf({ setup }: Pick<ScenarioRow, 'setup'>): AnsweredBy {
    const found = known.get(setup)
    if (found) return found
    const { fiction: _fiction, program, ...whole } = withInitialState(setup, scenarios)
    const rules = Setup.parse({ sampling: {}, ...whole, ...(program && { program: programUse(program) }) })
    const grounding = rules.grounding ?? usualGrounding(rules, grounds)
    const answers = answeredBy({ recording: rules.recording, ...(grounding && { grounding }) })
    known.set(setup, answers)
    return answers
  }
  /** @throws OrreryError not-found */
  async function recorded(recording: string) {
    const { session, branch, chain } = treeSource(await recordings.tree(recording))
    const turns: ExportedTurn[] = []
    for await (const turn of chain()) turns.push(turn)
    return {
      session,
      branch: { ...branch, setup: { ...branch.setup, recording } },
      chain: turns.map(({ step }) => step),
      calls: turns.map(({ call }) => call)
    }
  }
  return {
    calls: {
      async 'scenarios.list'() {
        await scenarios.ready()
        return scenarios.list().map((row) => ({ ...row, answers: answersOf(row) }))
      },
      'scenarios.version': () => scenarios.version(),
      'scenarios.broken': () =>
        scenarios
          .entries()
          .filter(({ scenario }) => !scenario)
          .map(({ name, own, file, problems }) => ({ name, own, file, problems })),
      'scenarios.schema': () => scenarioSchema(),
      async 'scenarios.check'({ text, name }) {
        const known = name === undefined ? undefined : scenarios.entries().findLast((one) => one.name === name)
        const { scenario, problems } = await checkText(text, known?.file ?? null, createKnown({ home, resources }))
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
      async 'scenarios.ofWorld'({ name, title, induce, ...from }) {
        const world = 'recording' in from ? await recorded(from.recording) : branchWithCalls(store, from)
        const given = { ...(name !== undefined && { name }), ...(title !== undefined && { title }) }
        if (induce) {
          const { scenario, parts: told } = await inducedScenario({ answering, names }, { ...world, ...given }, induce)
          return { name: scenario.name, title: scenario.title, text: writeYaml(scenario), parts: told }
        }
        const scenario = await scenarioOfWorld({ ...world, ...given })
        return { name: scenario.name, title: scenario.title, text: writeYaml(scenario) }
      },
      async 'scenarios.report'({ run }) {
        const summary = summarise([])
        for await (const { result } of entriesOf(home, kind, run)) summary.add(result)
        return summary.report()
      },
      async 'scenarios.outcomes'({ scenario, runs }) {
        const judged: ScenarioResult[] = []
        for (const run of runs)
          for await (const { result } of entriesOf(home, kind, run))
            if (result?.scenario === scenario && outcomeOf(result) !== null) judged.push(result)
        // Runs without any fault stand beside those with faults.
        const faulty = judged.filter(({ baseline }) => !baseline)
        const all = faulty.length ? faulty : judged
        if (!all.length) {
          const which = runs.length === 1 ? `The run "${runs[0]}" has` : 'These runs have'
          throw new OrreryError('invalid-input', `${which} no judged run of the scenario "${scenario}".`)
        }
        const passing = all.filter((one) => outcomeOf(one) === 'pass')
        const agents = [...new Set(all.flatMap(({ agent }) => agent ?? []))]
        return {
          ...{ passed: passing.length, judged: all.length, runs },
          turns: passing.map(({ turns }) => turns).sort((one, other) => one - other),
          ...(agents.length && { agent: agents.join(', ') })
        }
      },
      'scenarios.partings': ({ run, ...group }) => divergenceIn(entriesOf(home, kind, run), store, group)
    }
  } satisfies Topic
}

/** By its checks alone: a run in which no fault took part has passed them too. `null`: not decided. */
function outcomeOf({ checks }: ScenarioResult): 'pass' | 'fail' | null {
  if (checks.some(({ verdict }) => verdict === 'fail')) return 'fail'
  return checks.length > 0 && checks.every(({ verdict }) => verdict === 'pass') ? 'pass' : null
}
