// A world comes into being: a session with its main branch.
import { gateProblem } from '../../core/control/gate.ts'
import { findDomain, findTemplate } from '../../core/domains/index.ts'
import { SAY } from '../../core/domains/tools/say.ts'
import { OrreryError } from '../../core/errors.ts'
import { readPerturbations } from '../../core/faults/perturbations/index.ts'
import { Grounding } from '../../core/tree/ground.ts'
import type { Branch, Session } from '../../core/tree/model.ts'
import { isData } from '../../core/tree/program.ts'
import type { UserUse } from '../../core/tree/user.ts'
import { dataProgram } from '../grounds/programs/data-program.ts'
import type { Packs } from '../library/packs.ts'
import type { HostParts } from './parts.ts'

/** Stores a new world. @throws OrreryError invalid-input, not-found */
export async function createWorld(
  { store, clock, names, packs }: Pick<HostParts, 'store' | 'clock' | 'names' | 'packs'>,
  { title, setup }: Pick<Branch, 'title' | 'setup'>
): Promise<{ session: Session; branch: Branch }> {
  const now = clock.now()
  const session: Session = {
    id: names.next(),
    title,
    notes: '',
    domain: setup.domain,
    createdAt: now,
    updatedAt: now
  }
  const branch: Branch = {
    id: names.next(),
    session: session.id,
    title: 'main',
    tip: null,
    fork: null,
    setup: checked(setup, packs),
    createdAt: now
  }
  await store.createSession(session, [branch])
  return { session, branch }
}

/** Who answers in a new world that does not say: a ground where one fits, unless `ORRERY_GROUNDING` names another rule. */
export function usualGrounding(setup: Branch['setup'], grounds: HostParts['grounds']): Grounding | undefined {
  const usual = Grounding.default('grounded').parse(process.env.ORRERY_GROUNDING || undefined)
  const ground = usual === 'model' ? null : grounds.of(setup)
  const fits = ground?.usual(setup) && (!setup.recording || ground.resumes)
  return fits ? usual : undefined
}

/** Refuses a setup whose names lead nowhere, before anything is stored under it. */
export function checked(setup: Branch['setup'], packs: Packs): Branch['setup'] {
  const domain = findDomain(setup.domain)
  findTemplate(domain, setup.template, domain.templates[0]?.name ?? '', { more: packs.templates(domain) })
  if (setup.tools.length && !domain.tools) {
    throw new OrreryError('invalid-input', `The ${domain.id} domain does not use tools. Leave the tools out.`)
  }
  if (setup.fiction && !domain.fiction) {
    throw new OrreryError(
      'invalid-input',
      `The ${domain.id} domain has no use for a fictional world. Leave it out, or choose a search or MCP world.`
    )
  }
  if (setup.program && !domain.door) {
    throw new OrreryError(
      'invalid-input',
      `No program can answer in the ${domain.id} domain. Leave it out, or choose an MCP, search, text or web world.`
    )
  }
  const wrong = gateProblem(setup)
  if (wrong) throw new OrreryError('invalid-input', `gate.${wrong.at}: ${wrong.message}`)
  if (setup.user) checkUser(setup, setup.user)
  if (setup.program && isData(setup.program.language)) dataProgram(setup.program)
  readPerturbations(setup.perturbations)
  return setup
}

/** @throws OrreryError invalid-input where nobody can talk to the user, or where their tools are none of the world's */
function checkUser(setup: Branch['setup'], { tools }: UserUse): void {
  const { id, says, tools: calls } = findDomain(setup.domain)
  if (!says) {
    throw new OrreryError(
      'invalid-input',
      `Nobody can talk to a user in the ${id} domain. Leave the user out, or choose an MCP, code, search, text, web or Android world.`
    )
  }
  const { user: _, ...rest } = setup
  const names = calls?.of(rest).map(({ name }) => name) ?? []
  if (names.includes(SAY.name)) {
    throw new OrreryError(
      'invalid-input',
      `This world has a tool "${SAY.name}" of its own, by which agents talk to a user. Rename it, or leave the user out.`
    )
  }
  const unknown = tools.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new OrreryError(
      'invalid-input',
      `The user's tool "${unknown}" is none of this world's. Its tools are: ${names.join(', ') || 'none'}.`
    )
  }
}
