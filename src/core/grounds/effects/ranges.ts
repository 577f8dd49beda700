// Names that are numbered on from one to another: "run_01.csv … run_12.csv".

// More are a folder that nobody has listed.
const MOST = 60
const RANGE =
  /(?<![\w@+./~-])([`"]?)([A-Za-z_][\w@+-]{0,40}?)(\d{1,4})((?:\.[A-Za-z]\w{0,7}){1,2})\1(?:,? ?(?:…|\.{2,3}|–|—),? ?| (?:to|through|until|up to|-) )\1([A-Za-z_][\w@+-]{0,40}?)(\d{1,4})((?:\.[A-Za-z]\w{0,7}){1,2})\1(?![\w/])/g

const LOGINS =
  /\b((?:users|logins|accounts|pupils|students):? (?:named |called )?[`"]?)([a-z_][a-z_-]{0,20})(\d{1,4})[`"]?(?: ?(?:…|\.{2,3}|–) ?| (?:to|through|until|up to|-) )[`"]?([a-z_][a-z_-]{0,20})(\d{1,4})(?!\w)/g

/** The line with all the names in the place of the first and the last. */
export const countedOut = (line: string): string =>
  line
    .replaceAll(LOGINS, (whole, before: string, name: string, first: string, other: string, last: string) => {
      const count = Number(last) - Number(first)
      if (name !== other || count < 1 || count >= MOST) return whole
      return `${before}${Array.from({ length: count + 1 }, (_, at) => `${name}${String(Number(first) + at).padStart(first.length, '0')}`).join(', ')}`
    })
    .replaceAll(
      RANGE,
      (whole, mark: string, name: string, first: string, ending: string, other: string, last: string, end: string) => {
        const count = Number(last) - Number(first)
        if (name !== other || ending !== end || count < 1 || count >= MOST) return whole
        return Array.from({ length: count + 1 }, (_, at) => {
          const number = String(Number(first) + at).padStart(first.length, '0')
          return `${mark}${name}${number}${ending}${mark}`
        }).join(', ')
      }
    )
