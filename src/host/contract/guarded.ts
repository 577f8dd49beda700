// Which pages may show the answer that a search world guards, where nobody has said it: those that state it.
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { holdsAnswer } from '../../core/grounds/fiction/leak.ts'
import { readStatedWeb } from '../../core/grounds/search/stated.ts'
import type { Setup } from '../../core/tree/model.ts'
import { withReveal } from '../grounds/facts/index.ts'
import type { HostParts } from './parts.ts'

type Searched = Pick<Setup, 'domain' | 'initialState' | 'search' | 'fiction' | 'folder'>

/** @throws OrreryError invalid-input for a policy in a world without searching, and for an answer that nothing shows */
export function guarded<World extends Searched>(
  setup: World,
  { fictions, folders }: Pick<HostParts, 'fictions' | 'folders'>
): World {
  const { search, fiction } = setup
  if (!search) return setup
  if (findDomain(setup.domain).fiction?.as !== 'web') {
    throw new OrreryError(
      'invalid-input',
      `"search" is for search worlds, and this is a world of the kind "${setup.domain}". Leave it out.`
    )
  }
  const { reference } = search
  if (!reference || reference.reveal) return setup
  // `facts` looks at the fiction alone.
  const facts = fiction && fictions.facts({ fiction } as Setup)
  const web = facts ? null : readStatedWeb(setup.initialState, setup.folder && folders.read(setup.folder))
  const told = facts
    ? withReveal(reference, facts).reveal
    : web?.pages.filter((page) => holdsAnswer(Object.values(page).join('\n'), reference)).map(({ address }) => address)
  if (told?.length) return { ...setup, search: { ...search, reference: { ...reference, reveal: told } } }
  throw new OrreryError(
    'invalid-input',
    `No page of this world states the answer "${reference.answer}", so nothing could ever show it. Name the addresses that may, with "reveal", or correct the answer.`
  )
}
