// What the writing of a world came to, of all that was kept of it.
import { type Brief, workOf } from '../../../../core/control/authoring/loop.ts'
import type {
  AskedTurn,
  AuthorOptions,
  AuthorReport,
  AuthorScore,
  AuthorTurn,
  TriedProgram
} from '../../../../core/control/authoring/report.ts'
import { trainingOf } from '../../../../core/control/authoring/rows.ts'
import { scoreTold } from '../../../../core/control/authoring/score.ts'
import type { Leaks } from '../../../../core/control/authoring/turns.ts'
import type { Material } from './material.ts'
import { roundsOf, versionsOf } from './versions.ts'

function sourceOf({ recordings }: Material, { description, tools }: AuthorOptions): string {
  const count = recordings.length
  const parts = [
    count > 0 && `${count} recording${count === 1 ? '' : 's'}`,
    description.trim() && 'a description',
    tools.length > 0 && `${tools.length} tools`
  ]
  return parts.filter(Boolean).join(', ')
}

interface Reported {
  options: AuthorOptions
  material: Material
  attempts: readonly TriedProgram[]
  turns: readonly AskedTurn[]
  brief: Brief
  scored: Extract<AuthorTurn, { did: 'scored' }> | null
  leaks: Leaks
}

export function reportOf({ options, material, attempts, turns, brief, scored, leaks }: Reported): AuthorReport {
  const { recordings, domain } = material
  const all = recordings.reduce((sum, one) => sum + one.turns.length, 0)
  const shown = recordings.reduce((sum, one) => sum + one.shown, 0)
  const { chosen } = versionsOf(attempts, turns)
  const rounds = roundsOf(turns)
  const held = scored?.program ?? null
  const [first] = recordings
  const own = turns.findLast(({ tested }) => tested !== null)?.tested ?? null
  const ofLoop = chosen !== null && rounds.some(({ program }) => program === chosen.program)
  const tested = own && (ofLoop || !rounds.length) ? own : null
  return {
    title: first?.source.session.title ?? options.name,
    source: sourceOf(material, options),
    setup: first?.task == null ? {} : { task: first.task },
    checks: scored?.checks ?? [],
    actions: first?.turns.slice(0, first.shown).map(({ action }) => action) ?? [],
    ...{ name: options.name, domain: domain.id, mode: options.by === 'rules' ? 'induction' : options.mode },
    turns: { all, shown, held: all - shown, told: leaks.told.length, repeated: leaks.repeated.length },
    attempts: [...attempts, ...rounds].map(({ program: _, ...one }) => one),
    chosen: chosen?.by ?? null,
    program: chosen?.program ?? null,
    shown: chosen?.shown ?? null,
    held: {
      program: held,
      induced: scored?.induced ?? null,
      first: scored?.first ?? null,
      lookup: scored?.lookup ?? null,
      model: scored?.model ?? null,
      against: scored?.against ?? null
    },
    rounds: turns.flatMap(({ role, round, step, program, shown: score, tested: tests }) =>
      program ? [{ by: `${role}, round ${round + 1}, turn ${step}`, shown: score, tested: tests }] : []
    ),
    tested,
    training: JSON.parse(JSON.stringify(trainingOf(brief, turns))),
    unknown: workOf(brief, turns)
      .notes.split('\n')
      .flatMap((line) => (line.trim().startsWith('?') ? [line.trim().slice(1).trim()] : [])),
    spent: spentBy(turns),
    label: chosen ? labelOf(tested, held) : 'is not written: no program that begins could be made'
  }
}

/** Never that it is done: what it passes. */
function labelOf(tested: AuthorReport['tested'], held: AuthorScore | null): string {
  const parts = [
    tested && `${tested.passed} of ${tested.passed + tested.failed.length} of its own tests`,
    held && `${scoreTold(held)} held-back turns`
  ].filter(Boolean)
  return parts.length ? `passes ${parts.join(', ')}` : 'was held against nothing: there is no recording and no test'
}

function spentBy(turns: readonly AskedTurn[]): AuthorReport['spent'] {
  const roles = new Map<string, AuthorReport['spent'][number]>()
  for (const { role, tokens, ms, modelMs } of turns) {
    const one = roles.get(role) ?? { role, turns: 0, prompt: 0, generated: 0, ms: 0, modelMs: 0 }
    roles.set(role, {
      ...{ role, turns: one.turns + 1, prompt: one.prompt + tokens.prompt },
      ...{ generated: one.generated + tokens.generated, ms: one.ms + ms },
      ...(modelMs !== undefined && one.modelMs !== undefined && { modelMs: one.modelMs + modelMs })
    })
  }
  return [...roles.values()]
}
