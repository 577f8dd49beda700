// Kinds of world as a person tells them apart: each domain's picture, and lists parted by kind.
import {
  AppWindow,
  BookOpen,
  FileCode,
  type LucideIcon,
  Monitor,
  Search,
  Smartphone,
  SquareTerminal,
  Wrench
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Domain } from '../core/domains/domain.ts'
import { domains } from '../core/domains/index.ts'

const ICONS: Record<Domain['icon'], LucideIcon> = {
  terminal: SquareTerminal,
  code: FileCode,
  tools: Wrench,
  search: Search,
  browser: AppWindow,
  phone: Smartphone,
  desktop: Monitor,
  book: BookOpen
}

export function KindIcon({ domain, size = 16 }: { domain: Domain; size?: number }): ReactNode {
  const Icon = ICONS[domain.icon]
  return <Icon size={size} aria-hidden className="shrink-0 text-accent" />
}

/** The items of each kind that has any, in the order of the kinds. */
export function byKind<T>(items: readonly T[], kindOf: (item: T) => string): { domain: Domain; items: T[] }[] {
  return domains
    .map((domain) => ({ domain, items: items.filter((item) => kindOf(item) === domain.id) }))
    .filter(({ items }) => items.length > 0)
}
