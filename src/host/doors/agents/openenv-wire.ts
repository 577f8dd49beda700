// OpenEnv 0.10 as it is on the wire: schemas of actions and observations, what answers look like, and the document of its API.
import pkg from '../../../../package.json' with { type: 'json' }
import type { CallOutput } from '../../../core/contract/index.ts'
import type { Json } from '../../../core/tree/ports.ts'
import { type Episode, type EpisodeOutcome, taskOf } from './episode.ts'

type Told = CallOutput<'agent.world'>
type Schema = Record<string, Json>

/** What environments are called in the paths of the task API. */
export const ENVIRONMENT = 'orrery'
/** The only split there is: scenarios are not divided. */
export const SPLIT = { name: 'train', type: 'train' }

const METADATA: Schema = { type: 'object', additionalProperties: true, default: {} }
const ANY: Schema = {}
const text = (description: string): Schema => ({ type: 'string', description })

const object = (title: string, properties: Record<string, Json>, required: string[]): Schema => ({
  title,
  type: 'object',
  properties,
  required
})

// Titled as clients know it: they list the tools then.
const CALL_TOOL: Schema = {
  ...object(
    'CallToolAction',
    {
      type: { const: 'call_tool', type: 'string', default: 'call_tool' },
      tool_name: text('The tool.'),
      arguments: { type: 'object', additionalProperties: true, default: {} },
      metadata: METADATA
    },
    ['tool_name']
  ),
  additionalProperties: false
}

/** Where a line of text is an action, one field is required, so that clients may send what a model says as it is. */
function actionSchema({ line, tools }: Told): Schema {
  const tool = tools.find(({ name }) => name === line?.tool)
  if (!tool) return CALL_TOOL
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: Schema; required?: string[] }
  return { ...object('LineAction', { ...properties, metadata: METADATA }, required), additionalProperties: false }
}

const ENDS: Record<string, Json> = {
  done: { type: 'boolean', default: false },
  reward: { anyOf: [{ type: 'number' }, { type: 'null' }], default: null },
  metadata: METADATA
}

export function schemasOf(told: Told): Record<'action' | 'observation' | 'reset_observation' | 'state', Schema> {
  return {
    action: actionSchema(told),
    observation: told.line
      ? object('TextObservation', { ...ENDS, text: text('What is shown.'), error: ANY }, ['text'])
      : object('CallToolObservation', { ...ENDS, tool_name: text('The tool.'), result: ANY, error: ANY }, [
          'tool_name'
        ]),
    reset_observation: object(
      'FirstObservation',
      {
        ...ENDS,
        text: text('What is shown.'),
        task: { anyOf: [text('What is to be achieved.'), { type: 'null' }], default: null }
      },
      ['text']
    ),
    state: object(
      'State',
      {
        episode_id: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
        step_count: { type: 'integer', minimum: 0, default: 0 }
      },
      []
    )
  }
}

/** `metadata` inside an observation stays empty: clients give models the observation whole. What is simulated is said beside it. */
function answered(observation: Record<string, Json>, { reward, done, metadata }: Ends) {
  return { observation: { ...observation, metadata: {} }, reward, done, metadata: { simulated: true, ...metadata } }
}

interface Ends {
  reward: number | null
  done: boolean
  metadata: Record<string, Json>
}

const NO_END: Ends = { reward: null, done: false, metadata: {} }

export const firstOf = (episode: Episode) =>
  answered({ text: episode.text, task: taskOf(episode) }, { ...NO_END, metadata: { seeded: episode.told.seeded } })

const endsOf = ({ reward, ended, step, origin, verdict }: EpisodeOutcome): Ends => ({
  reward,
  done: ended !== null,
  metadata: { step, origin, verdict, ended }
})

export const lineObservation = (outcome: EpisodeOutcome) => answered({ text: outcome.text }, endsOf(outcome))

/** What a tool gave, as OpenEnv's clients read results of tools. */
export const resultOf = ({ text, structured, error }: EpisodeOutcome) => ({
  content: [{ type: 'text', text }],
  structured_content: structured,
  data: structured ?? text,
  is_error: error
})

export const toolObservation = (tool: string, outcome: EpisodeOutcome) =>
  answered({ tool_name: tool, result: resultOf(outcome), error: null }, endsOf(outcome))

type Misfit = { error_type: 'tool_not_found' | 'invalid_args'; message: string }

/** A call that is none: no such tool, or arguments that do not fit. */
export const misfit = (tool: string, error: Misfit) => answered({ tool_name: tool, result: null, error }, NO_END)

/** A line that is none. What is observed is the reason. */
export const notRead = (error: Misfit) => answered({ text: error.message, error }, NO_END)

export const toolsObservation = ({ tools }: Told) =>
  answered(
    {
      tools: tools.map(({ name, description = '', inputSchema }) => ({ name, description, input_schema: inputSchema }))
    },
    NO_END
  )

export const metadataOf = ({ title, domain }: Told) => ({
  name: ENVIRONMENT,
  description: `${title} (${domain})`,
  version: pkg.version
})

const PATHS: [string, 'get' | 'post', string][] = [
  ['/health', 'get', 'Whether it is there'],
  ['/metadata', 'get', 'What the environment is'],
  ['/schema', 'get', 'Schemas of actions, observations and state'],
  ['/state', 'get', 'The state of a new episode'],
  ['/reset', 'post', 'The first observation of a new episode'],
  ['/step', 'post', 'One action in a new episode'],
  ['/mcp', 'post', 'Tools, as JSON-RPC'],
  ['/batch/create', 'post', 'Many sessions, each with a new episode'],
  ['/batch/reset', 'post', 'A new episode in each of many sessions'],
  ['/batch/step', 'post', 'One action in each of many sessions'],
  ['/batch/close', 'post', 'The end of many sessions'],
  ['/list_environments', 'get', 'The name of the environment'],
  ['/{env_name}/splits', 'get', 'The splits of its tasks'],
  ['/{env_name}/tasks', 'post', 'The tasks of a split'],
  ['/{env_name}/num_tasks', 'post', 'How many tasks a split has'],
  ['/{env_name}/task', 'post', 'One task'],
  ['/{env_name}/task_range', 'post', 'Tasks from one place to another']
]

/** OpenAPI, as far as clients look: the version of what is spoken, and which paths there are. */
export function openApi() {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [path, method, summary] of PATHS) {
    const { [path]: known = {} } = paths
    paths[path] = { ...known, [method]: { summary, responses: { 200: { description: 'OK' } } } }
  }
  return { openapi: '3.1.0', info: { title: ENVIRONMENT, version: '1.0.0' }, paths }
}
