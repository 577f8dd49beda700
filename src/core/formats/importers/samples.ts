// One AgentWorldBench sample: its schema, and what it says of its world.
import { z } from 'zod'
import type { Domain } from '../../domains/domain.ts'
import { domains } from '../../domains/index.ts'
import { readToolsMarkdown, toolsAsMarkdown } from '../../domains/tools/markdown.ts'
import { MARKER } from '../../step/parse.ts'
import { systemParts, withoutOutputs } from '../../step/prompt.ts'
import { readUserTurn } from '../../step/turns.ts'
import { isShallow, parseJson, TOO_DEEP } from '../../text/json.ts'
import { Setup, Tool } from '../../tree/model.ts'

/** Keys beyond the format's own are kept: predictions carry `gen`, some files a `kind`. */
export const Sample = z
  .looseObject({
    task: z.string(),
    id: z.union([z.string(), z.number()]),
    prompt: z.array(z.string()),
    response: z.array(z.string()),
    current_prompt: z.string().default(''),
    system_str: z.string().default(''),
    turn_idx: z.int().min(1),
    total_turns: z.int().optional(),
    /** Orrery's own: the world's tools, where the system prompt tells them as Markdown, which cannot hold a whole schema. */
    tools: z.array(Tool).optional(),
    /** Orrery's own: so many turns before `prompt[0]` were left out of the prompt. */
    left_out: z.int().min(0).optional(),
    kind: z.string().nullish()
  })
  .refine(isShallow, { error: TOO_DEEP })
  .refine((sample) => sample.prompt.length >= sample.turn_idx, {
    error: 'prompt has fewer entries than turn_idx says',
    path: ['prompt']
  })
  .refine((sample) => sample.response.length >= sample.turn_idx, {
    error: 'response has fewer entries than turn_idx says: the true observation is missing',
    path: ['response']
  })
export type Sample = z.infer<typeof Sample>

/** The domain a sample's `task` names: `terminal`, or `anything/terminal`. */
export function domainOf({ task }: Sample): Domain | undefined {
  const named = task.split('/').at(-1)
  return domains.find(({ id }) => id === named)
}

/** The observation in a response: what follows the marker line, to the last blank. */
export function readResponse(response: string): string {
  if (!response.startsWith(MARKER)) return response
  return response.slice(MARKER.length).replace(/^\r?\n/, '')
}

/**
 * What a sample says of its world beyond its template: the system prompt's own parts where it was made from one of the domain's
 * templates, and the state in the first turn. `known` is false for anybody else's prompt, whose components cannot be told apart.
 */
export function readSetup(
  domain: Domain,
  sample: Pick<Sample, 'system_str' | 'prompt' | 'tools'>
): { known: boolean; setup: Partial<Setup> } {
  const said = readSystem(domain, sample.system_str)
  // The whole definitions, where they are the ones that the prompt tells.
  const whole = said && sample.tools
  if (whole && toolsAsMarkdown(whole) === toolsAsMarkdown(said.tools)) said.tools = whole
  else if (whole && toolsAsMarkdown(withoutOutputs(whole)) === toolsAsMarkdown(said.tools)) {
    said.tools = whole
    said.hideOutputSchemas = true
  }
  const { task, state } = readUserTurn(sample.prompt[0] ?? '')
  // A terminal's prompt line; templates of ours tell the whole state elsewhere.
  const initialState = ((domain.prediction.stateInFirstTurn || !said) && state) || said?.initialState || ''
  return { known: said !== null, setup: { ...said, initialState, ...(task && { task }) } }
}

type Said = Pick<Setup, 'template' | 'initialState' | 'instruction' | 'tools' | 'hideOutputSchemas'>

// Private-use characters stand where a session's own texts go.
const TOOL: Tool = { name: '\uE002', inputSchema: {} }

function readSystem(domain: Domain, system: string): Said | null {
  const bare = bareState(domain, system)
  // Whatever model is used next, it is asked in its own form.
  if (bare !== null) return { template: 'auto', initialState: bare, instruction: '', tools: [] }
  const empty = Setup.parse({ domain: domain.id })
  const usual = domain.tools?.of(empty)
  const asked = domain.tools ? { ...domain, tools: { ...domain.tools, of: () => [TOOL] } } : domain
  // Demonstrations may be those of a ready tool set.
  const sets = [[], ...(domain.tools?.sets ?? []).map(({ tools }) => tools)]
  for (const [template, tools] of domain.templates
    .filter(({ bare }) => !bare)
    .flatMap((one) => sets.map((set) => [one, set] as const))) {
    // The fullest form is tried first.
    for (const [initialState, instruction] of [
      ['\uE000', '\uE001'],
      ['\uE000', ''],
      ['', '\uE001'],
      ['', '']
    ] as const) {
      const shape = systemParts(asked, template, { ...empty, tools, initialState, instruction })
        .map(({ text }) => text)
        .join('\n\n')
        .replace(template.toolForm === 'markdown' ? toolsAsMarkdown([TOOL]) : JSON.stringify(TOOL), TOOL.name)
      const match = fill(shape, system)
      const { tools: definitions, ...found } = match ?? {}
      const own = match && readTools(definitions)
      if (!own) continue
      // The domain's usual tools need not be kept with each world.
      const told = template.toolForm === 'markdown' ? toolsAsMarkdown : JSON.stringify
      const kept = told(own) === told(usual ?? []) ? [] : own
      return { template: template.name, initialState: '', instruction: '', ...found, tools: kept }
    }
  }
  return null
}

/** The initial state in a system message of a form without turn headers; `null` in any other. */
export function bareState({ templates }: Domain, system: string): string | null {
  for (const { bare } of templates) {
    const state = bare?.stateIn(system) ?? null
    if (state !== null) return state
  }
  return null
}

function readTools(lines = ''): Tool[] | null {
  const sections = readToolsMarkdown(lines)
  if (sections) return sections
  try {
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => Tool.parse(parseJson(line)))
  } catch {
    return null
  }
}

const BLANKS: Record<string, 'initialState' | 'instruction' | 'tools'> = {
  '\uE000': 'initialState',
  '\uE001': 'instruction',
  [TOOL.name]: 'tools'
}

/** What stands in `text` where `shape` has its blanks, each as short as can be; `null` when the rest differs. Linear in both. */
function fill(shape: string, text: string): Partial<Record<(typeof BLANKS)[string], string>> | null {
  const [first = '', ...parts] = shape.split(/([\uE000-\uE002])/)
  if (!parts.length) return text === first ? {} : null
  if (!text.startsWith(first)) return null
  const found: ReturnType<typeof fill> = {}
  let at = first.length
  for (let index = 0; index < parts.length; index += 2) {
    const [blank = '', after = ''] = parts.slice(index, index + 2)
    const isLast = index + 2 === parts.length
    const end = isLast ? (text.endsWith(after) ? text.length - after.length : -1) : text.indexOf(after, at)
    const name = BLANKS[blank]
    if (end < at || !name) return null
    found[name] = text.slice(at, end)
    at = end + after.length
  }
  return found
}
