// The list of domains. A new one is a file in this folder and a line here; what several declare alike is in `tool-world.ts` and
// `screen-world.ts`.
import { OrreryError } from '../errors.ts'
import { sentenceOf } from '../text/issues.ts'
import { noSuch } from '../text/nearest.ts'
import type { Action } from '../tree/model.ts'
import { android } from './android/index.ts'
import type { Domain, DomainTemplate } from './domain.ts'
import { mcp } from './mcp/index.ts'
import { opened } from './opened.ts'
import { os } from './os/index.ts'
import { search } from './search/index.ts'
import { swe } from './swe/index.ts'
import { terminal } from './terminal/index.ts'
import { textenv } from './textenv/index.ts'

import { web } from './web/index.ts'

export const domains: Domain[] = [
  opened(terminal),
  opened(swe),
  opened(mcp),
  opened(search),
  opened(textenv),
  opened(web),
  opened(android),
  opened(os)
]

/** @throws OrreryError not-found, naming the domains there are */
export function findDomain(id: string): Domain {
  const domain = domains.find((one) => one.id === id)
  if (domain) return domain
  throw noSuch(
    'domain',
    id,
    domains.map((one) => one.id)
  )
}

/** The kind of world whose tools work on a machine's disk. @throws OrreryError internal where there is none */
export function machineDomain(): Domain {
  const found = domains.find(({ shell }) => shell?.machine === 'tools')
  if (!found) throw new OrreryError('internal', 'No kind of world has tools that work on a machine.')
  return found
}

/**
 * The template called `name`, or for `auto` the one that `suited` names, `standard` where the domain has none of that name. The name of a
 * prompt pack with several variants stands for one of them, chosen by `seed`.
 * @param more templates of prompt packs; the domain's own come first
 * @throws OrreryError not-found
 */
export function findTemplate(
  domain: Domain,
  name: string,
  suited: string,
  { more = [], seed = 0 }: { more?: DomainTemplate[]; seed?: number } = {}
): DomainTemplate {
  const all = [...domain.templates, ...more]
  const usual = all.some((one) => one.name === suited) ? suited : 'standard'
  const wanted = name === 'auto' ? usual : name
  const variants = more.filter((one) => one.pack?.name === wanted)
  const template = all.find((one) => one.name === wanted) ?? variants[seed % variants.length]
  if (template) return template
  const known = all.map((one) => one.name).join(', ')
  throw new OrreryError(
    'not-found',
    `The ${domain.id} domain has no template "${wanted}". Use auto or one of: ${known}.`
  )
}

/** The action as its domain writes it, defaults filled in. @throws OrreryError invalid-input, teaching the format */
export function checkAction(domain: Domain, action: unknown): Action {
  const valid = domain.action.safeParse(action)
  if (valid.success) return valid.data
  throw new OrreryError(
    'invalid-input',
    `This is not an action of the ${domain.id} domain. ${sentenceOf(valid.error, { value: action, schema: domain.action })}`
  )
}
