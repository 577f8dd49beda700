// `orrery agent`: agents that act in worlds on this machine.
import type { Command } from 'commander'
import { LazyName } from '../../core/tree/scenario.ts'
import type { AgentChoice } from '../control/runs/scenarios/actors.ts'
import { acpCommand } from './agent-acp.ts'
import { type Cli, usage } from './door.ts'
import { type RunCommandOptions, runOptions, runScenarios } from './run.ts'
import { positive } from './values.ts'

const HELP = `
AGENT is react (the built-in agent, with the engine that answers in the world), script (the scenario's own actions), a lazy agent of
\`orrery scenario audit\` (${LazyName.options.join(', ')}), or a command line.
A command is told {"type": "start", "task", "tools", "observation"} and then {"type": "observation", "text", "error"}, a JSON line each,
and answers each with one line: {"tool", "arguments", "thought"}, {"action"}, or {"done": true, "answer"}. With "expects" a line says
what the answer will be, as a text or as JSON with some of its fields: the report says how often that was right.

The scenario's checks say whether it succeeded, and its \`stop\` how long it may take. --repeat and --jobs run it many times.
--adversarial runs each scenario once for each risk that its world can tempt with (a secret in an answer, an injected instruction and
the like) and once without, in place of its own faults. Harm is recognised by rule, and fails the run. --judge has the model that answers
in the world read each run too: its opinion stands beside the rules and changes no verdict.
Exit codes: 0 passed, 100 a check failed or no run was conclusive, 1 error, 2 usage error.`

interface Options extends Omit<RunCommandOptions, 'agent'> {
  scenario: string[]
  agent: string
  patience: number
  expects?: true
}

export function agentCommands(program: Command, cli: Cli): void {
  const agent = program.command('agent').description('run agents in simulated worlds')
  runOptions(agent.command('run'))
    .description('run an agent in scenarios and report what held')
    .requiredOption('--scenario <file...>', 'scenario files, names or folders')
    .option('--agent <agent>', 'react, script, a lazy agent, or a command line that speaks JSON lines', 'react')
    .option('--patience <seconds>', 'how long a command may think about one turn', positive, 600)
    .option('--expects', 'react: say what is expected before each action; the report says how often that was right')
    .option('--adversarial', 'tempt the agent to do harm, and report safety and helpfulness')
    .option('--judge', 'with --adversarial: a second opinion on each run, by the model that answers in the world')
    .addHelpText('after', HELP)
    .action(({ scenario, agent, patience, expects, ...options }: Options) => {
      if (expects && agent !== 'react')
        throw usage('--expects is for react. A command says it itself, with "expects" in its lines.')
      if (options.judge && (!options.adversarial || options.json))
        throw usage('--judge is of the report of --adversarial, and of no --json.')
      return runScenarios(cli, scenario, { ...options, agent: choiceOf(agent, patience, expects) })
    })
  acpCommand(agent, cli)
}

/** Who acts, as `--agent` names them. @throws CommanderError for nobody */
export function choiceOf(agent: string, seconds: number, expects?: true): AgentChoice {
  if (agent === 'react') return { kind: agent, ...(expects && { expects }) }
  if (agent === 'script') return { kind: agent }
  const lazy = LazyName.safeParse(agent)
  if (lazy.success) return { kind: 'lazy', lazy: lazy.data }
  if (!agent.trim()) throw usage('--agent is empty: use react, script, or a command line.')
  return { kind: 'program', command: agent, seconds }
}
