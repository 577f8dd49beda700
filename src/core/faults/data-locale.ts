// Numbers, dates and messages as programs write them in another language.

export const LOCALES = ['de', 'fr', 'es', 'en-US'] as const
export type Locale = (typeof LOCALES)[number]

interface Rules {
  /** Between thousands, and before decimals. */
  thousands: string
  decimal: string
  date(year: string, month: string, day: string): string
}

const RULES: Record<Locale, Rules> = {
  de: { thousands: '.', decimal: ',', date: (year, month, day) => `${day}.${month}.${year}` },
  // A narrow no-break space, as CLDR has it.
  fr: { thousands: '\u202f', decimal: ',', date: (year, month, day) => `${day}/${month}/${year}` },
  es: { thousands: '.', decimal: ',', date: (year, month, day) => `${day}/${month}/${year}` },
  'en-US': { thousands: ',', decimal: '.', date: (year, month, day) => `${month}/${day}/${year}` }
}

// Messages of the C library and of common programs, in their own translations, and words that APIs begin an error with.
const MESSAGES: [english: string, Record<Exclude<Locale, 'en-US'>, string>][] = [
  [
    'No such file or directory',
    {
      de: 'Datei oder Verzeichnis nicht gefunden',
      fr: 'Aucun fichier ou dossier de ce nom',
      es: 'No existe el fichero o el directorio'
    }
  ],
  ['Permission denied', { de: 'Keine Berechtigung', fr: 'Permission non accordée', es: 'Permiso denegado' }],
  ['command not found', { de: 'Kommando nicht gefunden', fr: 'commande introuvable', es: 'orden no encontrada' }],
  ['File exists', { de: 'Die Datei existiert bereits', fr: 'Le fichier existe', es: 'El fichero ya existe' }],
  ['Is a directory', { de: 'Ist ein Verzeichnis', fr: 'est un dossier', es: 'Es un directorio' }],
  ['Connection refused', { de: 'Verbindungsaufbau abgelehnt', fr: 'Connexion refusée', es: 'Conexión rehusada' }],
  ['Not Found', { de: 'Nicht gefunden', fr: 'Introuvable', es: 'No encontrado' }],
  ['not found', { de: 'nicht gefunden', fr: 'introuvable', es: 'no encontrado' }],
  ['Error:', { de: 'Fehler:', fr: 'Erreur :', es: 'Error de ejecución:' }]
]

const WORD = /[\w./:@-]/

// An ISO date, or digits with points and commas between them.
const FIGURE = /(\d{4})-(\d\d)-(\d\d)(?!\d)|\d+(?:[.,]\d+)*/g

/** The text in that locale. Parts of names, paths, addresses and versions stay as they are. Linear in the text. */
export function localized(text: string, locale: Locale): string {
  const rules = RULES[locale]
  const figures = text.replace(FIGURE, (found, year: string | undefined, month: string, day: string, at: number) => {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + found.length)]
    // A point that ends a sentence is no part of a name.
    const goesOn = WORD.test(after) && !(/[.:]/.test(after) && !/\S/.test(text.charAt(at + found.length + 1)))
    if ((at > 0 && WORD.test(before)) || (goesOn && after !== 'T')) return found
    if (year !== undefined) return after === 'T' ? found : rules.date(year, month, day)
    return goesOn ? found : numberIn(found, rules)
  })
  if (locale === 'en-US') return figures
  return MESSAGES.reduce((made, [english, other]) => made.replaceAll(english, other[locale]), figures)
}

/** `1,204.5` and `0.25`, but no version and no address. */
function numberIn(written: string, { thousands, decimal }: Rules): string {
  const [whole = '', fraction, ...more] = written.split('.')
  if (more.length || fraction?.includes(',')) return written
  const groups = whole.split(',')
  const isGrouped = groups.slice(1).every((group) => group.length === 3) && (groups[0]?.length ?? 0) <= 3
  if (groups.length > 1 && !isGrouped) return written
  return groups.join(thousands) + (fraction === undefined ? '' : decimal + fraction)
}
