// What a prompt pack's files are: which are prompts, and the template that a prompt makes.
import { createHash } from 'node:crypto'
import type { CallInput } from '../../core/contract/index.ts'
import type { Domain, DomainTemplate } from '../../core/domains/domain.ts'
import { domains } from '../../core/domains/index.ts'
import { DEFAULT_VARIANT, promptFile, toolFormOf, turnExamples } from '../../core/step/pack.ts'
import { TOOLS } from '../../core/step/prompt.ts'

export const PROMPT = 'system_prompt.txt'
// For judging answers; evaluation reads it.
export const JUDGE = 'judge_system_prompt.txt'
// The longest of the public pack is a tenth of this; what is longer is no prompt.
export const LONGEST = 1_000_000

/** `mine` for the only prompt of a domain, else `mine:terse`. */
export const templateName = (pack: string, variant: string, count: number): string =>
  variant || count > 1 ? `${pack}:${variant || DEFAULT_VARIANT}` : pack

/**
 * A pack's prompt as a template: asked as the large models are that such packs are written for, in the domain's turns for them, with the
 * block that asks for the tags, thinking first.
 */
export function packTemplate(
  domain: Domain,
  { pack, template: name, whole }: { pack: string; template: string; whole: string }
): DomainTemplate {
  const own = domain.templates.find(({ thinking }) => thinking) ?? domain.templates[0]
  const asked = { thinking: true, prefill: false, stop: [], repeats: 0 }
  return {
    ...own,
    name,
    pack: { name: pack, hash: createHash('sha256').update(whole).digest('hex') },
    whole,
    taskDescription: '',
    actionSpace: '',
    demonstrations: own ? turnExamples(domain, own) : '',
    toolForm: toolFormOf(whole),
    ...asked
  }
}

/** Whether `<domain>/<file>` is a prompt of the domain, not one for judging. */
export function isPrompt(path: string, domain: string): boolean {
  const [folder, file = ''] = path.split('/')
  return folder === domain && promptFile(file)?.judge === false
}

/** The prompts by `<domain>/<file>`, and what could not be taken. */
export function sorted(files: CallInput<'prompts.import'>['files']): {
  prompts: Map<string, string>
  problems: string[]
} {
  const prompts = new Map<string, string>()
  const problems = new Set<string>()
  const known = domains.map(({ id }) => id).join(', ')
  for (const { path, text } of files) {
    const [folder = '', file = ''] = path.split(/[\\/]/).slice(-2)
    const kind = promptFile(file)
    if (!kind) continue
    const place = `${folder}/${file}`
    const domain = domains.find(({ id }) => id === folder)
    // What becomes part of a path is a domain's own id, never a name from outside.
    if (!domain) problems.add(`"${folder}" is not a domain (${known}) and is left out.`)
    else if (kind.variant === DEFAULT_VARIANT)
      problems.add(`${place} is left out: the variant "${DEFAULT_VARIANT}" is ${PROMPT}.`)
    else if (prompts.has(place)) problems.add(`${place} occurs twice; the first is kept.`)
    else if (!text.trim()) problems.add(`${place} is empty and is left out.`)
    else if (text.length > LONGEST) problems.add(`${place} is too long and is left out.`)
    else {
      prompts.set(place, text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
      if (!kind.judge && domain.tools && !text.includes(TOOLS)) {
        problems.add(`${place} has no ${TOOLS}; the tools of a world are added after it.`)
      }
    }
  }
  return { prompts, problems: [...problems] }
}
