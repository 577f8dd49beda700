// Bytes as the text that Python's codecs read in them, by the names that Python has for them (docs.python.org, codecs, Standard Encodings).

/**
 * The text in `bytes`.
 * @param options.encoding a name of Python's, in any spelling that it takes; UTF-8 where there is none
 * @param options.errors Python's name for what becomes of bytes that are no text: `ignore` leaves them out, `replace` and `backslashreplace`
 *   put U+FFFD there, all else is strict
 * @throws RangeError for an encoding that is not known; TypeError for bytes that are no text in it
 */
export function decoded(
  bytes: Uint8Array,
  { encoding, errors }: { encoding?: string | null | undefined; errors?: string | null | undefined }
): string {
  const name = (encoding ?? 'utf-8').toLowerCase().replaceAll(/[_ ]/g, '-')
  const lenient = errors === 'ignore' || errors === 'replace' || errors === 'backslashreplace'
  const text = LATIN_1.has(name) ? Buffer.from(bytes).toString('latin1') : read(bytes, name, !lenient)
  return errors === 'ignore' ? text.replaceAll('\ufffd', '') : text
}

// What the web calls by these names is windows-1252, which differs from 0x80 to 0x9f.
const LATIN_1 = new Set(['latin-1', 'latin1', 'latin', 'l1', 'iso-8859-1', 'iso8859-1', '8859', 'cp819'])
const ASCII = new Set(['ascii', 'us-ascii', '646'])

function read(bytes: Uint8Array, name: string, fatal: boolean): string {
  if (ASCII.has(name)) {
    const text = Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '\ufffd')).join('')
    if (fatal && bytes.some((byte) => byte >= 0x80)) throw new TypeError('The bytes are not ASCII.')
    return text
  }
  const bigEndian = name === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff
  const label = bigEndian ? 'utf-16be' : (LABELS[name] ?? name.replace(/^(?:cp|windows-?)(125[0-8])$/, 'windows-$1'))
  return new TextDecoder(label, { fatal, ignoreBOM: !MARKED.has(name) }).decode(bytes)
}

// Codecs that take a mark at the beginning for none of the text.
const MARKED = new Set(['utf-8-sig', 'utf-16', 'utf16', 'u16'])

// Where the web has another name.
const LABELS: Record<string, string> = {
  ...{ u8: 'utf-8', 'utf-8-sig': 'utf-8', cp65001: 'utf-8', u16: 'utf-16', utf16: 'utf-16' },
  ...{ cp866: 'ibm866', cp932: 'shift_jis', ms932: 'shift_jis', 'ms-kanji': 'shift_jis', sjis: 'shift_jis' },
  ...{ cp936: 'gbk', ms936: 'gbk', cp949: 'euc-kr', uhc: 'euc-kr', cp950: 'big5', eucjp: 'euc-jp', euckr: 'euc-kr' },
  ...{ 'mac-roman': 'macintosh', macroman: 'macintosh', 'utf-16-le': 'utf-16le' },
  ...{ 'utf-16-be': 'utf-16be', 'iso2022-jp': 'iso-2022-jp' }
}
