// Looks through the files of a prompt pack: the prompt that each would make, and what is missing. Imports nothing.
import type { CallInput } from '../../core/contract/index.ts'
import type { PromptPart } from '../../core/contract/prompts.ts'
import type { Domain, DomainTemplate } from '../../core/domains/domain.ts'
import { domains } from '../../core/domains/index.ts'
import { DEFAULT_VARIANT, examplesOf, promptFile } from '../../core/step/pack.ts'
import { MARKER } from '../../core/step/parse.ts'
import { buildPrompt, EXAMPLES, STATE, TOOLS } from '../../core/step/prompt.ts'
import { Setup } from '../../core/tree/model.ts'
import { isPrompt, JUDGE, PROMPT, packTemplate, sorted } from './pack-prompts.ts'

export interface PackReport {
  prompts: PackPrompt[]
  /** What cannot be taken from the folder, and domains that lack a prompt. */
  errors: string[]
  notes: string[]
}

export interface PackPrompt {
  domain: string
  variant: string
  /** The prompt of the first turn of an example world, in the order it is sent. */
  parts: Omit<PromptPart, 'tokens'>[]
  /** What breaks the prompt. */
  errors: string[]
  /** What works, but may not be meant. */
  notes: string[]
}

/** What each prompt among `files` (paths from the pack's folder) makes, and what is missing. */
export function checkPack(files: CallInput<'prompts.import'>['files']): PackReport {
  const { prompts, problems } = sorted(files)
  const own = [...prompts].filter(([path]) => domains.some(({ id }) => isPrompt(path, id)))
  const checked = own.map(([path, text]) => checkPrompt(path, text))
  const held = new Set(checked.map(({ domain }) => domain))
  const judged = domains.filter(({ id }) => prompts.has(`${id}/${JUDGE}`)).map(({ id }) => id)
  const without = judged.filter((id) => !held.has(id))
  const missing = domains.map(({ id }) => id).filter((id) => !held.has(id) && !judged.includes(id))
  const unjudged = [...held].filter((id) => !judged.includes(id))
  // Folders of other domains are passed over on import. A missing place for the tools is told of beside its prompt.
  const foreign = problems.filter((problem) => problem.includes('is not a domain'))
  const left = problems.filter((problem) => !foreign.includes(problem) && !problem.includes(TOOLS))
  return {
    prompts: checked,
    errors: [
      ...left,
      ...without.map((id) => `${id} has a judge prompt but no ${PROMPT}.`),
      ...(own.length ? [] : [`There is no ${PROMPT} for any domain (${domains.map(({ id }) => id).join(', ')}).`])
    ],
    notes: [
      ...foreign,
      ...(missing.length && own.length
        ? [`No prompt for ${missing.join(', ')}: these keep Orrery's own templates.`]
        : []),
      ...(unjudged.length ? [`No ${JUDGE} for ${unjudged.join(', ')}.`] : [])
    ]
  }
}

function checkPrompt(path: string, text: string): PackPrompt {
  const [id = '', file = ''] = path.split('/')
  const domain = domains.find((one) => one.id === id)
  if (!domain) throw new Error(`${path} is no prompt of a domain.`)
  const template = packTemplate(domain, { pack: 'pack', template: 'pack', whole: text })
  return {
    domain: id,
    variant: promptFile(file)?.variant || DEFAULT_VARIANT,
    parts: assembled(domain, template),
    errors: errorsOf(text),
    notes: notesOf(domain, text)
  }
}

/** The first turn of an example world: the domain's own example of an initial state, and the action of its first example. */
function assembled(domain: Domain, template: DomainTemplate): PackPrompt['parts'] {
  const initialState = domain.initialState.placeholder.replace(/^Such as[^\n]*:\n/, '')
  const [example] = domain.templates.flatMap(examplesOf)
  const setup = Setup.parse({ domain: domain.id, initialState })
  const action = example ? domain.read(example.action) : domain.fromText('')
  return buildPrompt(domain, template, setup, [], action).parts
}

const KNOWN = [TOOLS, EXAMPLES, STATE]
// Names that are meant for a placeholder and are none.
const NEAR =
  /\{(?:tools?|tool_defs?|tool_definition|definitions?|demonstration|demos?|examples?|state|initialstate|initial_states|env_state)\}/gi

function errorsOf(text: string): string[] {
  const near = [...new Set(text.match(NEAR) ?? [])]
  const turns = /^#{1,6} Turn \d+/m.test(text)
  return [
    ...near.map(
      (name) => `${name} is not a placeholder and would be sent as it stands. Placeholders: ${KNOWN.join(', ')}.`
    ),
    ...(turns && !text.includes(MARKER)
      ? [`It shows turns, but no example has the line ${MARKER} before its observation.`]
      : [])
  ]
}

function notesOf(domain: Domain, text: string): string[] {
  const examples = text.includes(EXAMPLES) || text.includes(MARKER)
  return [
    ...(domain.tools && !text.includes(TOOLS) ? [`No ${TOOLS}: the tools of a world are added after the prompt.`] : []),
    ...(examples ? [] : [`No ${EXAMPLES} and no turns of its own: the prompt has no examples.`]),
    ...(text.includes('<predicted_observation>')
      ? []
      : ['The prompt does not ask for <predicted_observation>; the block at the end of the last turn does.'])
  ]
}
