// How the next screen begins for certain, because every screen of a world has one format.

/**
 * The beginning that all screens in the format of this one share, without a blank at its end but for the line break of a table's header;
 * `''` where the format is not known. A model that starts from it stays in the format. Linear in the first line or tag.
 */
export function opening(text: string): string {
  // A mark that some programs write before their text is no part of it.
  const begin = text.startsWith('\uFEFF') ? text.slice(1) : text
  for (const pattern of OPENINGS) {
    const found = pattern.exec(begin)?.[0]
    if (found && found.length <= LONGEST) return found
  }
  return ''
}

// A header is some hundred characters, a tag with all its namespaces a thousand; beyond that it is content.
const LONGEST = 2000

const OPENINGS = [
  // OSWorld's tables: the names of their columns.
  /^(?:index\t)?tag\t[^\n]*\n/i,
  // Its XML, uiautomator's, and HTML: the outermost tag.
  /^(?:<\?xml[^>]*>\s*)?<(?:hierarchy|desktop-frame)\b[^>]*>/,
  /^(?:<!doctype[^>]*>\s*)?<html\b[^>]*>/i,
  // AndroidWorld's list: the first element's number.
  /^UI element 0: (?:\{"index": 0,|UIElement\()/,
  // Accessibility trees and aria snapshots, with or without lines above them.
  /^(?:### Page(?: state)?\n)?- Page URL:/,
  /^URL:/,
  /^Tab 0\b/,
  /^RootWebArea\b/
]
