// Where an answer came from, told by a shape, a colour and a name.
import {
  Blend,
  CircleDot,
  CircleQuestionMark,
  Cpu,
  type LucideIcon,
  PenLine,
  ShieldCheck,
  Sparkles,
  Zap
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnsweredBy, Origin } from '../core/tree/origin.ts'

interface Look {
  name: string
  /** In a sentence. */
  says: string
  icon: LucideIcon
  ink: string
  ground: string
}

const LOOKS: Record<Origin, Look> = {
  executed: {
    name: 'Executed',
    says: 'This answer was computed. No model was asked.',
    icon: Cpu,
    ink: 'text-ok',
    ground: 'border-ok/40 bg-ok/10'
  },
  predicted: {
    name: 'Predicted',
    says: 'A model gave this answer, or part of it.',
    icon: Sparkles,
    ink: 'text-accent',
    ground: 'border-accent/40 bg-accent/10'
  },
  recorded: {
    name: 'Recorded',
    says: 'This answer was recorded in the real environment.',
    icon: CircleDot,
    ink: 'text-ink',
    ground: 'border-line bg-raised'
  },
  validation: {
    name: 'Validation',
    says: 'The schema of the tool refused the call. No model was asked.',
    icon: ShieldCheck,
    ink: 'text-muted',
    ground: 'border-line bg-raised'
  },
  perturbation: {
    name: 'Perturbation',
    says: 'A perturbation answered in place of the world.',
    icon: Zap,
    ink: 'text-danger',
    ground: 'border-danger/40 bg-danger/8'
  },
  authored: {
    name: 'Written',
    says: 'A person wrote this answer.',
    icon: PenLine,
    ink: 'text-muted',
    ground: 'border-line bg-raised'
  },
  unknown: {
    name: 'Unknown',
    says: 'This step was imported. The source of its answer is unknown.',
    icon: CircleQuestionMark,
    ink: 'text-muted',
    ground: 'border-line bg-raised'
  }
}

/** The origin with its name. */
export function OriginChip({ origin }: { origin: Origin }): ReactNode {
  const { name, says, icon: Icon, ink, ground } = LOOKS[origin]
  return (
    <span
      title={says}
      data-origin={origin}
      className={`inline-flex shrink-0 items-center gap-1 rounded-full border py-px pr-2 pl-1.5 text-xs ${ground}`}
    >
      <Icon size={12} aria-hidden className={ink} />
      {name}
    </span>
  )
}

/** The origin where there is no room for its name, which is then in the tooltip and for screen readers. */
export function OriginMark({ origin }: { origin: Origin }): ReactNode {
  const { name, icon: Icon, ink } = LOOKS[origin]
  return (
    <span title={name} data-origin={origin} className="flex items-center">
      <Icon size={12} aria-hidden className={ink} />
      <span className="sr-only">{name}</span>
    </span>
  )
}

const ANSWERS: Record<AnsweredBy, { name: string; says: string; icon: LucideIcon }> = {
  recorded: {
    name: 'Recorded',
    says: 'Recorded answers are replayed. What goes beyond them is executed where a machine can take over, else the model answers.',
    icon: CircleDot
  },
  executed: { name: 'Executed', says: 'Every answer is computed. What only a model could answer fails.', icon: Cpu },
  both: { name: 'Rules and model', says: 'What can be computed is computed. The model answers the rest.', icon: Blend },
  model: { name: 'Model', says: 'The model answers everything.', icon: Sparkles }
}

/** Who answers in a world, on its card. */
export function AnswersChip({ answers }: { answers: AnsweredBy }): ReactNode {
  const { name, says, icon: Icon } = ANSWERS[answers]
  return (
    <span
      title={says}
      data-answers={answers}
      className="inline-flex shrink-0 items-center gap-1 rounded-full border border-line py-px pr-2 pl-1.5 text-muted text-xs"
    >
      <Icon size={12} aria-hidden />
      {name}
    </span>
  )
}

/** The same within a line. */
export const answersWord = (answers: AnsweredBy): string => ANSWERS[answers].name.toLowerCase()
