// Forms of English words that no rule of endings brings together: "leads", "led" and "leader" ask for the same.

// Each line is one word in all its forms; an index stems the regular ones (leads, leading) by itself.
const FAMILIES = `
lead led leader leadership|found founder|own owner|run ran runner|build built builder|make made maker|write wrote written writer
design designer|paint painter|teach taught teacher|sell sold seller|buy bought buyer|keep kept keeper|hold held holder|win won winner
direct director|manage manager|edit editor|publish publisher|invent inventor|discover discoverer discovery|create creator|compose composer
translate translator|produce producer production|perform performer performance|play player|sing sang sung singer song|drive drove driven driver
drink drank drunk|eat ate eaten|begin began begun beginning|come came|go went gone goes|give gave given giver|take took taken
see saw seen|know knew known knowledge|grow grew grown grower growth|throw threw thrown|draw drew drawn drawing|fly flew flown flight
rise rose risen|fall fell fallen|break broke broken|speak spoke spoken speaker speech|steal stole stolen|choose chose chosen choice
freeze froze frozen|wear wore worn|swim swam swum swimmer|ring rang rung|sink sank sunk|spring sprang sprung|bring brought|think thought
fight fought fighter|catch caught|seek sought|find found finder|bind bound|grind ground|stand stood|understand understood|sit sat
lie lay lain|lay laid|pay paid payment|say said|tell told|hear heard|feel felt|leave left|lose lost loss|meet met meeting
sleep slept|spend spent|send sent|lend lent lender|bend bent|light lit|shoot shot|get got gotten|forget forgot forgotten
hide hid hidden|ride rode ridden rider|bite bit bitten|strike struck|stick stuck|hang hung|dig dug|swing swung|feed fed|breed bred
flee fled|bear bore born borne birth|tear tore torn|shake shook shaken|swear swore sworn|show shown|sew sewn|mow mown|die dead death
marry marriage|bury burial|found foundation|open opening|close closure|arrive arrival|depart departure|choose election|elect election
govern governor government|rule ruler|employ employer employee|work worker|farm farmer|bake baker bakery|brew brewer brewery
weave wove woven weaver|sculpt sculptor sculpture|conduct conductor|act actor actress|research researcher|explore explorer
explain explanation|describe description|locate location|name named|high height|long length|wide width|deep depth|old age
strong strength|hot heat|warm warmth|cost price|poor poverty|safe safety
man men|woman women|child children|person people|foot feet|tooth teeth|mouse mice|goose geese|ox oxen|wife wives|knife knives
life lives|leaf leaves|shelf shelves|wolf wolves|half halves|loaf loaves|thief thieves|calf calves|crisis crises|analysis analyses
criterion criteria|phenomenon phenomena|medium media|index indices indexes|fungus fungi|cactus cacti|bacterium bacteria`

const ENDINGS = ['', 's', 'es', 'd', 'ed', 'ing']

/** Of each word in a family, and its regular forms: the forms of all its families. */
const FORMS = new Map<string, Set<string>>()
for (const family of FAMILIES.split(/[|\n]/)) {
  const forms = family.split(' ').filter(Boolean)
  for (const form of forms)
    for (const known of [form, form.replace(/e$/, ''), form + form.slice(-1)])
      for (const ending of ENDINGS) {
        const all = FORMS.get(known + ending) ?? new Set()
        for (const one of forms) all.add(one)
        FORMS.set(known + ending, all)
      }
}

/** The words, and after them their other forms. */
export const withForms = (words: readonly string[]): string[] => [
  ...new Set([...words, ...words.flatMap((word) => [...(FORMS.get(word) ?? [])])])
]

/** What regular forms of a word share: "harbours" and "harbour", "lies" and "lie", "stopped" and "stop". */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  const bare = word
    .replace(/ies$/, 'y')
    .replace(/(?:sses)$/, 'ss')
    .replace(/([^su])s$/, '$1')
    .replace(/(?:ed|ing)$/, '')
  const single = bare.replace(/([bdfgklmnprtvz])\1$/, '$1')
  return single.length < 3 ? word : single.replace(/[ey]$/, '')
}
