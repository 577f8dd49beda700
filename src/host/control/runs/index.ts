// The list of kinds of runs. A new one is a file in this folder, its results in `RESULTS`, and a line here.
import type { ReportOf, ResultOf, RunKind } from '../../../core/contract/runs.ts'
import { OrreryError } from '../../../core/errors.ts'
import { compare } from '../compare/index.ts'
import { consistency } from '../consistency/index.ts'
import { evaluation } from '../evaluate/index.ts'
import { judging } from '../judging/index.ts'
import { suites } from '../suites/index.ts'
import { audit } from './audit/index.ts'
import { authoring } from './authoring/index.ts'
import { evolution } from './evolution/index.ts'
import type { RunKindPlugin } from './kind.ts'
import { samples } from './samples.ts'
import { scenarios } from './scenarios/index.ts'
import { variations } from './variations/index.ts'

const all: { [K in RunKind]: RunKindPlugin<unknown, ResultOf<K>, ReportOf<K>> } = {
  audit,
  authoring,
  compare,
  consistency,
  eval: evaluation,
  evolution,
  judging,
  samples,
  scenarios,
  suites,
  variations
}

export const kinds: RunKindPlugin[] = Object.values(all)

/** @throws OrreryError not-found, naming the kinds there are */
export function findKind(name: string, among: RunKindPlugin[] = kinds): RunKindPlugin {
  const found = among.find((kind) => kind.name === name)
  if (found) return found
  const known = among.map((kind) => kind.name).join(', ')
  throw new OrreryError('not-found', `There is no kind of run "${name}". Use one of: ${known}.`)
}
