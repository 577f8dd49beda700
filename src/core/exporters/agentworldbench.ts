// AgentWorldBench JSONL: one branch, a line a turn, each with all it takes to predict that turn and to judge the prediction.
//
// The fields are those of spec/lwm-protocol, Trajectory. What a line cannot hold is left out: other branches, seeds, thinking,
// what perturbations did, the model's raw text. The orrery format keeps those.
import { findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import type { Branch, Step, StepId } from '../model.ts'
import type { Exporter, Tree } from '../plugins.ts'
import { assistantTurn, buildPrompt } from '../prompt.ts'

export const agentworldbench: Exporter = {
  name: 'agentworldbench',
  title: 'AgentWorldBench samples (one branch)',
  extension: 'agentworldbench.jsonl',

  /**
   * @param options.branch id or title; default `main`, else the first
   * @throws OrreryError not-found when there is no such branch; invalid-input when the text would be too long
   */
  stringify(tree: Tree, options: { branch?: string }) {
    const branch = findBranch(tree, options.branch)
    const chain = chainOf(tree.steps, branch.tip)
    try {
      return chain.map((_, index) => `${JSON.stringify(sample(tree, branch, chain, index))}\n`).join('')
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      // Every line repeats its whole past, so the text grows with the square of the turns.
      const message = `"${branch.title}" has ${chain.length} turns, and as samples they would be too long for one text. Export a branch that ends earlier, or use the orrery format.`
      throw new OrreryError('invalid-input', message, { cause })
    }
  }
}

/** The turn at `index` with its past, as it was asked of the model: under the rules and the instruction that held then. */
function sample(tree: Tree, branch: Branch, chain: Step[], index: number) {
  const step = chain[index]!
  const calls = tree.calls.filter((one) => one.step === step.id)
  const call = calls.findLast((one) => one.branch === branch.id) ?? calls.at(-1)
  const setup = call?.setup ?? branch.setup
  const domain = findDomain(setup.domain)
  const template =
    domain.templates.find(({ name }) => name === (call?.template ?? setup.template)) ?? domain.templates[0]!
  const { messages } = buildPrompt(domain, template, setup, chain.slice(0, index), step.action, call)
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  return {
    task: domain.id,
    id: `${tree.session.id}/${branch.id}/${index + 1}`,
    prompt: asked,
    // Whole, with the marks that a model is not shown: the file is the trajectory, and gives back the same step ids.
    response: chain.slice(0, index + 1).map(({ observation }) => assistantTurn(observation.text)),
    current_prompt: messages.at(-1)!.content,
    system_str: messages[0]!.content,
    turn_idx: index + 1,
    total_turns: chain.length
  }
}

function findBranch({ session, branches }: Tree, wanted: string | undefined): Branch {
  const found =
    wanted === undefined
      ? (branches.find(({ title }) => title === 'main') ?? branches[0])
      : (branches.find(({ id }) => id === wanted) ?? branches.find(({ title }) => title === wanted))
  if (found) return found
  const known = branches.map(({ id, title }) => `${title} (${id})`).join(', ')
  throw new OrreryError(
    'not-found',
    `"${session.title}" has no branch "${wanted ?? 'main'}". It has: ${known || 'none'}.`
  )
}

function chainOf(steps: Step[], tip: StepId | null): Step[] {
  const known = new Map(steps.map((step) => [step.id, step]))
  const chain: Step[] = []
  for (let at = known.get(tip ?? ''); at; at = known.get(at.parent ?? '')) chain.push(at)
  return chain.reverse()
}
