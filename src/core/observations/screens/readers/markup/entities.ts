// Character references of XML and HTML: reading them, and writing text so that it reads back.

// The named references that pages really carry; HTML has 2,231, most of them for mathematics. Others stay as written.
const NAMES = new Map(
  `quot:" amp:& apos:' lt:< gt:> nbsp:\u00a0 iexcl:¡ cent:¢ pound:£ curren:¤ yen:¥ sect:§ uml:¨ copy:© ordf:ª laquo:« not:¬ shy:\u00ad
  reg:® macr:¯ deg:° plusmn:± sup1:¹ sup2:² sup3:³ acute:´ micro:µ para:¶ middot:· ordm:º raquo:» frac14:¼ frac12:½ frac34:¾ iquest:¿
  Agrave:À Aacute:Á Acirc:Â Atilde:Ã Auml:Ä Aring:Å AElig:Æ Ccedil:Ç Egrave:È Eacute:É Ecirc:Ê Euml:Ë Iacute:Í Ntilde:Ñ Oacute:Ó
  Ocirc:Ô Otilde:Õ Ouml:Ö times:× Oslash:Ø Uacute:Ú Uuml:Ü szlig:ß agrave:à aacute:á acirc:â atilde:ã auml:ä aring:å aelig:æ ccedil:ç
  egrave:è eacute:é ecirc:ê euml:ë igrave:ì iacute:í icirc:î iuml:ï ntilde:ñ ograve:ò oacute:ó ocirc:ô otilde:õ ouml:ö divide:÷ oslash:ø
  ugrave:ù uacute:ú ucirc:û uuml:ü yacute:ý yuml:ÿ OElig:Œ oelig:œ Scaron:Š scaron:š ensp:\u2002 emsp:\u2003 thinsp:\u2009 zwnj:\u200c
  zwj:\u200d lrm:\u200e rlm:\u200f ndash:– mdash:\u2014 lsquo:‘ rsquo:’ sbquo:‚ ldquo:“ rdquo:” bdquo:„ dagger:† bull:• hellip:… permil:‰
  prime:′ lsaquo:‹ rsaquo:› euro:€ trade:™ larr:← uarr:↑ rarr:→ darr:↓ harr:↔ minus:− infin:∞ ne:≠ le:≤ ge:≥ check:✓ star:☆ starf:★`
    .split(/[ \n]+/)
    .map((one): [string, string] => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 1)])
)

// No reference is longer: without a bound a long word after `&` would be read for nothing.
const REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g

/** The text with its references read; one that means nothing stays as written. Halves of a pair written as two references join. */
export function decode(written: string): string {
  if (!written.includes('&')) return written
  return written.replace(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMES.get(name) ?? reference
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference
  })
}

/** Text as it stands between tags. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text as it stands between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
