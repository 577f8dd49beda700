// The form of declared data: a world of tables, verbs, routes and texts, as a person writes it in YAML.
import { z } from 'zod'
import { PHONE_FORMS } from '../../../observations/devices/android-views.ts'
import { DESKTOP_FORMS } from '../../../observations/devices/desktop-rows.ts'
import { JsonValue } from '../../../text/json.ts'
import { FilesView } from '../program.ts'
import { isTime } from './time.ts'

// No name can be mistaken for what every object of the language has by itself (`__proto__`).
const Name = z
  .string()
  .regex(/^[A-Za-z]\w{0,63}$/, 'a name is a letter, then letters, digits and "_", at most 64')
  .refine((name) => !RESERVED.has(name), 'this name has a meaning of its own in expressions')

const RESERVED = new Set('and or not where in it true false null now today caller'.split(' '))

// Names of tools may have dashes and dots.
const VerbName = z
  .string()
  .regex(/^[A-Za-z][\w.-]{0,127}$/, 'a verb is a letter, then letters, digits, "_", "-" and "."')

const Sentence = z.string().max(2000)
const Formula = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Formulas = z.record(Name, Formula)

const Type = z.enum([
  'id',
  'text',
  'integer',
  'number',
  'money',
  'boolean',
  'date',
  'time',
  'list',
  'json',
  'created',
  'updated'
])
export type DeclaredType = z.infer<typeof Type>

const value = {
  /** `id`: the next number by itself; `created`, `updated`: the time of the change, by the world's clock. */
  type: Type.exactOptional(),
  required: z.boolean().exactOptional(),
  default: JsonValue.exactOptional(),
  /** The only values there are. */
  enum: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  /** The key of a row of this table. */
  references: Name.exactOptional(),
  about: Sentence.exactOptional()
}

const FullColumn = z.strictObject({
  ...value,
  /** What an id begins with: `T-` makes T-1, T-2. */
  prefix: z.string().max(20).exactOptional(),
  unique: z.boolean().exactOptional(),
  /** The column that names a row, where that is no `id`. */
  key: z.boolean().exactOptional(),
  /** What becomes of this row when the one it refers to is deleted. */
  onDelete: z.enum(['restrict', 'cascade', 'clear']).exactOptional()
})
export type DeclaredColumn = z.infer<typeof FullColumn>

const WORDS = new Set<string>(['required', 'unique', 'key'])

/** `text required`, `[open, closed]`, or all of it. */
const ColumnForm = z.union([
  z.string().transform((text, context): DeclaredColumn => {
    const [type, ...words] = text.split(' ').filter(Boolean)
    const wrong = words.find((one) => !WORDS.has(one))
    const read = Type.safeParse(type)
    if (read.success && wrong === undefined) {
      return { type: read.data, ...Object.fromEntries(words.map((one) => [one, true])) }
    }
    const all = `a type (${Type.options.join(', ')}), then "required", "unique" or "key"`
    context.addIssue({ code: 'custom', message: `"${wrong ?? type ?? ''}" is not known here; a column is ${all}` })
    return z.NEVER
  }),
  z
    .array(z.string())
    .min(1)
    .transform((all): DeclaredColumn => ({ type: 'text', enum: all, default: all[0] ?? null })),
  FullColumn
])

export const STANDARD = ['list', 'get', 'create', 'update', 'delete'] as const
export type Standard = (typeof STANDARD)[number]

const Table = z.strictObject({
  /** What one row is called; else the table's name without its plural. */
  one: z.string().min(1).max(60).exactOptional(),
  about: Sentence.exactOptional(),
  columns: z.record(Name, ColumnForm),
  /** Verbs by one word each: `list` of issues is `list_issues`, `get` is `get_issue`. */
  verbs: z.array(z.enum(STANDARD)).exactOptional(),
  /** What is said when a row is missing, taken, or still referred to; templates over `id`, `column`, `value`. */
  errors: z
    .strictObject({
      missing: Sentence.exactOptional(),
      taken: Sentence.exactOptional(),
      referenced: Sentence.exactOptional()
    })
    .exactOptional(),
  rows: z.array(z.record(z.string(), JsonValue)).exactOptional()
})
export type DeclaredTable = z.infer<typeof Table>

/** `money required` here too. */
const Input = z.union([ColumnForm, z.strictObject(value)])

const Requirement = z.strictObject({
  that: z.string(),
  /** What is said where it is not so; a template. */
  else: Sentence,
  status: z.int().min(400).max(499).exactOptional()
})

const Change = z.union([
  z.strictObject({ create: Name, set: Formulas, as: Name.exactOptional() }),
  z.strictObject({ update: Name, where: z.string(), set: Formulas }),
  z.strictObject({ delete: Name, where: z.string() }),
  /** Rows that an answer shows, by their key: those that are there change, others are new. A text is read as JSON. */
  z.strictObject({ take: Name, from: z.string() })
])
export type DeclaredChange = z.infer<typeof Change>

const Question = z.strictObject({
  /** What the model is to write; a template. */
  about: Sentence.min(1),
  as: Name,
  schema: z.record(z.string(), JsonValue).exactOptional(),
  /** What counts where no model may be asked; a template. */
  otherwise: Sentence.exactOptional()
})

const Verb = z.strictObject({
  about: Sentence.exactOptional(),
  title: z.string().max(200).exactOptional(),
  list: Name.exactOptional(),
  get: Name.exactOptional(),
  create: Name.exactOptional(),
  update: Name.exactOptional(),
  delete: Name.exactOptional(),
  /** Columns that can be given: filters of a list, values of a new or changed row. Else all that can be. */
  with: z.array(Name).exactOptional(),
  /** What the argument with the row's key is called. */
  key: Name.exactOptional(),
  /** Columns of the answer, else all. */
  show: z.array(Name).exactOptional(),
  /** Which rows are listed at all. */
  where: z.string().exactOptional(),
  /** Columns whose words the argument `query` looks for. */
  search: z.array(Name).exactOptional(),
  sort: z
    .string()
    .regex(/^-?\w+$/, 'a column, with "-" before it for the largest first')
    .exactOptional(),
  limit: z.int().min(1).max(1000).exactOptional(),
  input: z.record(Name, Input).exactOptional(),
  let: Formulas.exactOptional(),
  require: z.array(Requirement).exactOptional(),
  /** Where this holds, nothing is known of it: the model answers in the verb's place. It is looked at before rows are looked for. */
  leaves: z.string().exactOptional(),
  /** Tables that the answer teaches where it is left to the model: rows that it shows are taken. */
  learns: z.array(Name).exactOptional(),
  ask: Question.exactOptional(),
  set: Formulas.exactOptional(),
  do: z.array(Change).exactOptional(),
  /** A text is a template; of an object or a list, each value is an expression. */
  answer: JsonValue.exactOptional(),
  /** The answer at the text door; a template. */
  say: z.string().exactOptional()
})
export type DeclaredVerb = z.infer<typeof Verb>

const Goal = z.strictObject({
  when: z.string(),
  reward: z.number().default(1),
  done: z.boolean().default(true)
})

const Texts = z.strictObject({
  /** What is seen at the text door; a template. */
  look: z.string(),
  /** Lines and the verbs they mean: `pay {amount} to {to}`. */
  commands: z.record(z.string().min(1).max(200), VerbName).default({}),
  /** What is said to a line that fits none. Absent: the model answers. */
  unknown: z.string().exactOptional()
})

/** What has to hold, and where else the browser is sent when it does not. */
const PageRequirement = z.strictObject({ that: z.string(), to: z.string() })

const Page = z.strictObject({
  /** A template, like all texts of a page; values in it are written as text, never as markup. */
  title: z.string().exactOptional(),
  /** What the address carries, beside the places in its path. */
  input: z.record(Name, Input).exactOptional(),
  let: Formulas.exactOptional(),
  /** Where else the browser is sent when something does not hold. */
  require: z.array(PageRequirement).exactOptional(),
  html: z.string().exactOptional(),
  /** What a request does, with the fields of the form. */
  verb: VerbName.exactOptional(),
  /** Where the browser is sent after it; a template. */
  to: z.string().exactOptional(),
  /** The page that is shown again when it is refused, with `error` and the fields in `form`; a key of `at`. */
  else: z.string().exactOptional(),
  /** Values that the browser is to remember; `null` ends one. */
  cookies: Formulas.exactOptional()
})

const Pages = z.strictObject({
  /** The address where the browser begins. */
  start: z.url({ protocol: /^https?$/, error: 'an address, such as https://shop.example/' }),
  tells: z.enum(['axtree', 'aria']).default('axtree'),
  /** What stands around every page: a template with {{title}}, and {{content}} once. */
  around: z.string().exactOptional(),
  /** Pages by their path: `/mugs/{id}`, `POST /basket`, `GET admin.example/`. */
  /** Of every page of the site but the one that the browser is sent to. */
  require: z.array(PageRequirement).exactOptional(),
  at: z.record(z.string().min(1).max(300), Page)
})

const App = z.strictObject({
  /** What it is called on the launcher. Absent: its name. */
  title: z.string().min(1).max(60).exactOptional(),
  /** Its pages by their path, as in `pages`; it begins at `/`. */
  at: z.record(z.string().min(1).max(300), Page).exactOptional(),
  /** In the place of `at`: it is a browser of the web, and begins here. */
  browser: z.url({ protocol: /^https?$/, error: 'an address, such as https://shop.example/' }).exactOptional(),
  /** In the place of both, on a desktop: a terminal on the `machine`. */
  terminal: z.literal(true).exactOptional(),
  /** It needs the network. */
  network: z.boolean().exactOptional(),
  /** What it asks to be allowed when it is first opened: `access your contacts`. Pages know `allowed`. */
  permission: z.string().min(1).max(200).exactOptional()
})

const Apps = z.record(z.string().regex(/^[a-z][a-z\d-]{0,39}$/, 'an app is lower-case letters, digits and "-"'), App)

const Phone = z.strictObject({
  apps: Apps,
  /** The app that is open at the beginning. Absent: the launcher is shown. */
  opens: z.string().exactOptional(),
  /** Whether it has a network; an expression. */
  online: Formula.exactOptional(),
  /** Whether it lies on its side; an expression. */
  landscape: Formula.exactOptional(),
  battery: Formula.exactOptional(),
  /** One for each row `of` a list, called `it`: the app, and templates of what it says and of the page that it opens. */
  notifications: z
    .array(z.strictObject({ of: z.string(), app: z.string(), title: z.string(), text: z.string(), to: z.string() }))
    .default([]),
  tells: z.enum(PHONE_FORMS).default('android-elements')
})

const Desktop = z.strictObject({
  /** Windows with pages, or browsers of the web. */
  apps: Apps,
  /** The apps whose windows are open at the beginning, the last one in front. */
  opens: z.array(z.string()).default([]),
  tells: z.enum(DESKTOP_FORMS).default('osworld-table')
})

const Machine = FilesView.extend({
  /** The table whose rows are the files of `home`, with the columns `path` (its key) and `text`. */
  files: Name,
  /** A table of folders with `name` and `parent`. Then files have a `name`, a `text` and a column that references their folder. */
  folders: Name.exactOptional(),
  /** The key of the folder that is `home`. */
  root: JsonValue.exactOptional()
})

// The tools of all tables are read together, and listed in every state.
const MOST_TABLES = 100
const MOST_VERBS = 500

const most = (limit: number) => (all: object) => Object.keys(all).length <= limit

export const Declared = z.strictObject({
  version: z.literal(1),
  /** The world's time before the first change. */
  clock: z.string().refine(isTime, 'a time is written 2026-03-02T09:00:00Z').default('2026-01-01T00:00:00Z'),
  /** Seconds that a change takes. */
  tick: z.int().min(0).max(86_400).default(60),
  /** Who acts. */
  caller: z.string().exactOptional(),
  tables: z.record(Name, Table).refine(most(MOST_TABLES), `a world has at most ${MOST_TABLES} tables`),
  verbs: z
    .record(VerbName, Verb)
    .refine(most(MOST_VERBS), `a world has at most ${MOST_VERBS} verbs of its own`)
    .default({}),
  /** `GET /accounts/{id}` and the verb that answers. Absent: the usual ones of each verb. */
  routes: z.record(z.string().min(1).max(200), VerbName).exactOptional(),
  text: Texts.exactOptional(),
  pages: Pages.exactOptional(),
  phone: Phone.exactOptional(),
  desktop: Desktop.exactOptional(),
  /** A machine whose files are rows: its tools stand beside the verbs, and terminals of a desktop work on it. */
  machine: Machine.exactOptional(),
  goals: z.array(Goal).default([])
})
export type Declared = z.infer<typeof Declared>
