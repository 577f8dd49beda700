// "3 a.m. on 14 March": full stops that end no sentence.

const GOES_ON =
  /\b([ap]\.m)\.(?=\s(?:[\p{Ll}\d(]|[A-Z]{2,5}\b|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)))/gu
const HELD = '\uE000'

/** The parts between the ends that `ends` finds, but for those behind an "a.m." or "p.m." that goes on. */
export const splitAt = (text: string, ends: RegExp): string[] =>
  text
    .replaceAll(GOES_ON, `$1${HELD}`)
    .split(ends)
    .map((part) => part.replaceAll(HELD, '.'))
