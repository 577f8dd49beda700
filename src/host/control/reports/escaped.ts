// Text as the markup of reports can hold it.

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' }

export const forHtml = (value: string): string =>
  value.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

// What XML 1.0 cannot hold at all, not even escaped.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Elements and attributes alike. */
export const forXml = (text: string): string =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
