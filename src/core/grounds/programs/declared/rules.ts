// What declared data comes to once its expressions are read: tables with their columns, and verbs with what they ask, check, do and answer.

import type { PhoneForm } from '../../../observations/devices/android-views.ts'
import type { DesktopForm } from '../../../observations/devices/desktop-rows.ts'
import type { Json } from '../../../tree/ports.ts'
import type { AppView, FilesView } from '../program.ts'
import type { Expression } from './expression.ts'
import type { Declared, DeclaredColumn, DeclaredType, Standard } from './schema.ts'
import type { TextTemplate } from './template.ts'

export type DeclaredRow = { [column: string]: Json }

export interface ColumnRules extends Omit<DeclaredColumn, 'type' | 'references'> {
  name: string
  type: DeclaredType
  references: string | null
}

export interface TableRules {
  name: string
  one: string
  /** The column that names a row. */
  key: ColumnRules
  columns: ReadonlyMap<string, ColumnRules>
  errors: { missing: TextTemplate; taken: TextTemplate; referenced: TextTemplate }
  /** Columns of any table that refer to rows of this one. */
  referredBy: { table: string; column: ColumnRules }[]
}

export type Formulas = readonly (readonly [name: string, formula: Expression])[]

export type ChangeRules =
  | { is: 'create'; table: TableRules; set: Formulas; as: string | null }
  | { is: 'update'; table: TableRules; where: Expression; set: Formulas }
  | { is: 'delete'; table: TableRules; where: Expression }
  | { is: 'take'; table: TableRules; from: Expression }

export type AnswerRules =
  | { is: 'template'; template: TextTemplate }
  | { is: 'formula'; formula: Expression }
  | { is: 'object'; fields: readonly (readonly [name: string, value: AnswerRules])[] }
  | { is: 'list'; items: readonly AnswerRules[] }

export interface VerbRules {
  name: string
  about: string
  title: string | null
  /** What it does with rows of its table, where it does one of the usual things. */
  does: { verb: Standard; table: TableRules } | null
  input: ReadonlyMap<string, ColumnRules>
  /** Of them, those that are columns: filters of a list, values of a row. */
  columns: readonly string[]
  /** The argument that names the row. */
  key: string
  show: readonly string[] | null
  where: Expression | null
  search: readonly string[]
  sort: string | null
  limit: number
  bindings: Formulas
  requires: readonly { that: Expression; otherwise: TextTemplate; status: number }[]
  /** Where it holds, the model answers. */
  leaves: Expression | null
  /** Tables whose rows are taken from what the model answers in its place. */
  learns: readonly TableRules[]
  ask: { about: TextTemplate; as: string; schema: { [name: string]: Json }; otherwise: TextTemplate | null } | null
  set: Formulas
  changes: readonly ChangeRules[]
  answer: AnswerRules | null
  say: TextTemplate | null
}

export interface RouteRules {
  method: string
  /** Parts between slashes; those in braces are arguments. */
  parts: readonly string[]
  verb: VerbRules
}

export interface CommandRules {
  pattern: string
  /** Texts and, between them, the names of arguments. */
  texts: readonly string[]
  slots: readonly string[]
  verb: VerbRules
}

/** A page, or what a form on one does. */
export interface PageRules {
  method: string
  host: string
  /** As those of a route. */
  parts: readonly string[]
  title: TextTemplate
  input: ReadonlyMap<string, ColumnRules>
  bindings: Formulas
  requires: readonly { that: Expression; to: TextTemplate }[]
  html: TextTemplate | null
  verb: VerbRules | null
  to: TextTemplate | null
  /** The key of the page that shows a refusal. */
  otherwise: string | null
  cookies: Formulas
}

export interface SiteRules {
  start: string
  tells: 'axtree' | 'aria'
  before: TextTemplate
  after: TextTemplate
  pages: ReadonlyMap<string, PageRules>
}

/** Apps with their sites. */
export interface AppsRules {
  apps: readonly AppView[]
  /** By their hosts. */
  sites: ReadonlyMap<string, SiteRules>
}

export interface DesktopRules extends AppsRules {
  opens: readonly string[]
  tells: DesktopForm
}

/** A phone, and what is computed of it in each state. */
export interface PhoneRules extends AppsRules {
  opens: string | null
  tells: PhoneForm
  formulas: Formulas
  notifications: readonly { of: Expression; app: string; title: TextTemplate; text: TextTemplate; to: TextTemplate }[]
}

/** A machine, and the rows that are files for both. */
export interface MachineRules {
  says: Omit<FilesView, 'files'>
  files: TableRules
  /** Where they lie: `column` of a file names its folder, and `root` is the key of the folder that all is below. `null`: files have paths. */
  folders: { table: TableRules; column: string; root: Json } | null
}

/** All of a declared world. */
export interface Rules {
  /** Told of each part that takes effect, by its path in the data. It changes nothing. */
  fired?: (path: readonly PropertyKey[]) => void
  declared: Declared
  tables: ReadonlyMap<string, TableRules>
  verbs: ReadonlyMap<string, VerbRules>
  routes: readonly RouteRules[]
  text: { look: TextTemplate; commands: readonly CommandRules[]; unknown: string | null } | null
  site: SiteRules | null
  phone: PhoneRules | null
  desktop: DesktopRules | null
  machine: MachineRules | null
  goals: readonly { when: Expression; reward: number; done: boolean }[]
}
