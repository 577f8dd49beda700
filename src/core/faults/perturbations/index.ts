// The list of perturbations. A new one is a file in this folder, or a row of `failures.ts` or `users.ts`, and a line here.

import { OrreryError } from '../../errors.ts'
import { ended, sentenceOf } from '../../text/issues.ts'
import { noSuch } from '../../text/nearest.ts'
import type { PerturbationUse } from '../../tree/model.ts'
import type { Perturbation } from '../perturbation.ts'
import { breakMachine } from './break.ts'
import { clockSkew } from './clock-skew.ts'
import { cookieBanner } from './cookie-banner.ts'
import { deadLink } from './dead-link.ts'
import { dependencyConflict } from './dependency-conflict.ts'
import { diskFull } from './disk-full.ts'
import { empty } from './empty.ts'
import { encoding } from './encoding.ts'
import { errorInSuccess } from './error-in-success.ts'
import { eventualConsistency } from './eventual-consistency.ts'
import { apiError, authExpiry, loggedOut, networkDown, rateLimit, timeOut } from './failures.ts'
import { flaky } from './flaky.ts'
import { hang } from './hang.ts'
import { instruct } from './instruct.ts'
import { invalidJson } from './invalid-json.ts'
import { locale } from './locale.ts'
import { misleadingSnippet } from './misleading-snippet.ts'
import { missingBinary } from './missing-binary.ts'
import { movedElement } from './moved-element.ts'
import { oversized } from './oversized.ts'
import { paginated } from './paginated.ts'
import { partialBatch } from './partial-batch.ts'
import { partialResults } from './partial-results.ts'
import { permissionDenied } from './permission-denied.ts'
import { promptInjection } from './prompt-injection.ts'
import { schemaDrift } from './schema-drift.ts'
import { secretInOutput } from './secret-in-output.ts'
import { slowGui } from './slow-gui.ts'
import { staleRead } from './stale-read.ts'
import { stillRunning } from './still-running.ts'
import { truncated } from './truncated.ts'
import { unexpectedDialog } from './unexpected-dialog.ts'
import { userChangesMind, userEvasive, userImpatient, userSilent, userWrong } from './users.ts'
import { wrongEntity } from './wrong-entity.ts'

export const perturbations: Perturbation[] = [
  flaky,
  breakMachine,
  // Servers, connections, sessions and machines that fail.
  apiError,
  authExpiry,
  clockSkew,
  dependencyConflict,
  diskFull,
  hang,
  instruct,
  loggedOut,
  missingBinary,
  networkDown,
  permissionDenied,
  rateLimit,
  stillRunning,
  timeOut,
  // What alters or withholds data.
  deadLink,
  empty,
  encoding,
  errorInSuccess,
  eventualConsistency,
  invalidJson,
  locale,
  misleadingSnippet,
  oversized,
  paginated,
  partialBatch,
  partialResults,
  promptInjection,
  schemaDrift,
  secretInOutput,
  staleRead,
  truncated,
  wrongEntity,
  // What happens on a screen.
  cookieBanner,
  movedElement,
  slowGui,
  unexpectedDialog,
  // What users do.
  userChangesMind,
  userEvasive,
  userImpatient,
  userSilent,
  userWrong
]

/** More than anybody tells apart, and each looks at every step. */
export const MOST_PERTURBATIONS = 32

/** What a list says: name, perturbation and the options as it reads them. */
export interface Used extends Omit<PerturbationUse, 'options'> {
  perturbation: Perturbation
  options: unknown
}

/** @throws OrreryError as `readPerturbation`; invalid-input when there are too many */
export function readPerturbations(uses: PerturbationUse[]): Used[] {
  if (uses.length > MOST_PERTURBATIONS) {
    const most = `A world can have at most ${MOST_PERTURBATIONS} perturbations`
    throw new OrreryError('invalid-input', `${most}; this one has ${uses.length}. Remove some.`)
  }
  return uses.map(readPerturbation)
}

/**
 * One entry of a list.
 * @throws OrreryError not-found as `findPerturbation`; invalid-input when the options are not the perturbation's
 */
export function readPerturbation({ options, ...use }: PerturbationUse): Used {
  const { name } = use
  const perturbation = findPerturbation(name)
  if (use.when?.observation !== undefined && !perturbation.alter) {
    throw new OrreryError(
      'invalid-input',
      `The perturbation "${name}" cannot wait for an observation: it acts before there is one. Remove "observation" from its trigger.`
    )
  }
  const valid = perturbation.options.safeParse(options)
  if (valid.success) return { ...use, perturbation, options: valid.data }
  const why = ended(sentenceOf(valid.error, { value: options, schema: perturbation.options }))
  throw new OrreryError('invalid-input', `The perturbation "${name}" cannot be used: ${why}`)
}

/** @throws OrreryError not-found, naming the perturbations there are */
function findPerturbation(name: string): Perturbation {
  const found = perturbations.find((one) => one.name === name)
  if (found) return found
  const known = perturbations.map((one) => one.name)
  throw noSuch('perturbation', name, known, 'orrery perturbations')
}
