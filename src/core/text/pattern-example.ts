// A text that a regular expression matches.
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { found } from './match.ts'

// What stands for a class of characters where its own first one is not in it.
const CHARACTERS = 'a0 .-_A\n'

/** The shortest text, about, in which the pattern is found; `null` where none was found. */
export function exampleOf(pattern: string): string | null {
  try {
    const text = ofAlternatives(new RegExpParser().parsePattern(pattern).alternatives)
    return found(pattern, text) ? text : null
  } catch {
    // It is written for older rules.
    return null
  }
}

function ofAlternatives([first]: readonly AST.Alternative[]): string {
  return first?.elements.map(ofElement).join('') ?? ''
}

function ofElement(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives)
    case 'Quantifier':
      return ofElement(element.element).repeat(element.min)
    case 'CharacterSet':
      return [...CHARACTERS].find((one) => found(`^${element.raw}$`, one)) ?? ''
    case 'CharacterClass': {
      const own = element.elements.flatMap((one) =>
        one.type === 'Character' ? one.value : one.type === 'CharacterClassRange' ? one.min.value : []
      )
      const some = [...own.map((code) => String.fromCodePoint(code)), ...CHARACTERS]
      return some.find((one) => found(`^${element.raw}$`, one)) ?? ''
    }
    default:
      // Where a word or a line ends takes no character.
      return ''
  }
}
