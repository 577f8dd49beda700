// Style sheets of an observation, without what they would load.

/**
 * The same rules as the browser itself writes them, so that no way of spelling hides an address; what names one is left out,
 * unless it holds its image itself.
 */
export function cleanSheet(text: string): string {
  const sheet = new CSSStyleSheet()
  // A constructed sheet has no imports, and nothing of it is loaded as long as no page uses it.
  sheet.replaceSync(text)
  return [...sheet.cssRules]
    .map(({ cssText }) => cleanText(cssText))
    .filter((rule) => !loads(rule))
    .join('\n')
}

/** A `style` attribute, likewise. */
export function cleanStyle(text: string): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`x{${text}}`)
  const rule = sheet.cssRules[0]
  const clean = rule instanceof CSSStyleRule ? cleanText(rule.style.cssText) : ''
  return loads(clean) ? '' : clean
}

function cleanText(text: string): string {
  return text.replace(/url\("((?:[^"\\]|\\.)*)"\)/gi, (whole, address: string) => (DATA.test(address) ? whole : 'none'))
}

/** Custom properties stand as they were written, so an address may still be in them, or spelled with backslashes. */
function loads(text: string): boolean {
  return (
    /@import|@font-face|@namespace|<\//i.test(text) ||
    /\\|\b(?:url|src|image-set|image)\(/i.test(text.replace(/url\("data:image\/(?:[^"\\]|\\.)*"\)/gi, ''))
  )
}

const DATA = /^data:image\/(png|jpeg|gif|webp)[;,]/i
