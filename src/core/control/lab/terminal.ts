// Sessions at a terminal that nobody has typed before: files with made-up content, and what people and agents do with them. What they show is
// for a machine to say.
import { mulberry32 } from '../../text/chance.ts'

/** A number below `most`, the same every time for the same seed and calls. */
export type SeededNumber = (most: number) => number

export function chanceOf(seed: number): SeededNumber {
  let count = 0
  return (most) => mulberry32(seed, ++count) % most
}

export const WORDS =
  'amber basil cedar delta ember fjord grove heron islet jasper kelp larch maple nectar olive pearl quartz raven sable thistle umber violet willow yarrow zephyr'.split(
    ' '
  )
const FIELDS = ['name', 'city', 'price', 'count', 'owner', 'status', 'level', 'region']

/** What a session has made so far, by kind. */
interface Made {
  text: string[]
  csv: string[]
  json: string[]
  folder: string[]
  repository: boolean
}

/** `turns` lines to type, each of which builds on those before. */
export function terminalSession(seed: number, turns: number): string[] {
  const chance = chanceOf(seed)
  const made: Made = { text: [], csv: [], json: [], folder: [], repository: false }
  return Array.from({ length: turns }, (_, turn) => {
    const able = FAMILIES.filter((family) =>
      family.needs.every((kind) => (kind === 'repository' ? made.repository : made[kind].length > 0))
    )
    // The first turns make something to work with.
    const choice = turn < 3 ? able.filter(({ makes }) => makes) : able
    return pick(choice, chance).line(made, chance)
  })
}

const pick = <One>(list: readonly One[], chance: SeededNumber): One => {
  const found = list[chance(list.length)]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

interface Family {
  needs: ('text' | 'csv' | 'json' | 'folder' | 'repository')[]
  makes?: boolean
  line(made: Made, chance: SeededNumber): string
}

const word = (chance: SeededNumber): string => pick(WORDS, chance)
const fresh = (chance: SeededNumber, ending: string): string => `${word(chance)}-${chance(900) + 100}${ending}`
const some = (chance: SeededNumber, least: number, most: number): string[] =>
  Array.from({ length: least + chance(most - least + 1) }, () => word(chance))

const FAMILIES: Family[] = [
  {
    needs: [],
    makes: true,
    line(made, chance) {
      const name = fresh(chance, '.txt')
      made.text.push(name)
      return `printf '%s\\n' ${some(chance, 3, 9).join(' ')} > ${name}; wc ${name}`
    }
  },
  {
    needs: [],
    makes: true,
    line(made, chance) {
      const name = fresh(chance, '.csv')
      made.csv.push(name)
      const [first = 'name', second = 'count'] = [FIELDS[chance(4)], FIELDS[4 + chance(4)]]
      const rows = some(chance, 3, 7).map((one) => `${one},${chance(500)},${word(chance)}`)
      return `cat > ${name} <<'EOF'\n${first},amount,${second}\n${rows.join('\n')}\nEOF\nhead -2 ${name}`
    }
  },
  {
    needs: [],
    makes: true,
    line(made, chance) {
      const name = fresh(chance, '.json')
      made.json.push(name)
      const items = some(chance, 2, 5).map(
        (one) => `{"name": "${one}", "level": ${chance(90)}, "tags": ["${word(chance)}", "${word(chance)}"]}`
      )
      return `echo '{"items": [${items.join(', ')}]}' > ${name}; jq '.items | length' ${name}`
    }
  },
  {
    needs: [],
    makes: true,
    line(made, chance) {
      const name = word(chance) + String(chance(90))
      made.folder.push(name)
      return `mkdir -p ${name}/${word(chance)}/${word(chance)} && find ${name} | sort`
    }
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `sort -${pick(['r', 'u', 'f', 'R --random-source=/etc/hostname'], chance)} ${pick(text, chance)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `grep -${pick(['n', 'c', 'v', 'i', 'o'], chance)} ${word(chance).slice(0, 2)} ${pick(text, chance)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `sed 's/${word(chance).slice(0, 1)}/${word(chance)}/${pick(['', 'g', '2'], chance)}' ${pick(text, chance)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `awk '{ print NR, length($0), toupper($0) }' ${pick(text, chance)} | tail -${1 + chance(4)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `${pick(['sha256sum', 'md5sum', 'cksum', 'base64', 'xxd', 'rev', 'tac', 'nl', 'cat -A'], chance)} ${pick(text, chance)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) => `while read -r line; do echo "\${#line} \${line^}"; done < ${pick(text, chance)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `paste -sd${pick([',', '+', ':'], chance)} ${pick(text, chance)}; tr a-m A-M < ${pick(text, chance)}`
  },
  {
    needs: ['text'],
    line: ({ text }, chance) =>
      `cp ${pick(text, chance)} copy.txt && echo ${word(chance)} >> copy.txt && diff ${pick(text, chance)} copy.txt`
  },
  {
    needs: ['csv'],
    line: ({ csv }, chance) => `awk -F, 'NR > 1 { sum += $2 } END { print sum, sum / (NR - 1) }' ${pick(csv, chance)}`
  },
  {
    needs: ['csv'],
    line: ({ csv }, chance) => `cut -d, -f${1 + chance(3)} ${pick(csv, chance)} | sort | uniq -c | sort -rn`
  },
  { needs: ['csv'], line: ({ csv }, chance) => `column -s, -t ${pick(csv, chance)}` },
  {
    needs: ['csv'],
    line: ({ csv }, chance) =>
      `python3 -c "import csv; rows = list(csv.DictReader(open('${pick(csv, chance)}'))); print(len(rows), max(rows, key=lambda row: int(row['amount'])))"`
  },
  {
    needs: ['csv'],
    line: ({ csv }, chance) =>
      `sqlite3 :memory: -cmd '.mode csv' -cmd '.import ${pick(csv, chance)} t' 'select count(*), sum(amount), ${pick(['min', 'max'], chance)}(amount) from t'`
  },
  {
    needs: ['json'],
    line: ({ json }, chance) =>
      `jq ${pick(['-r .items[].name', '-c .items[0]', "'[.items[].level] | add'", "-c '.items | map(.tags[0])'", '.'], chance)} ${pick(json, chance)}`
  },
  {
    needs: ['json'],
    line: ({ json }, chance) => `python3 -m json.tool ${pick(json, chance)} | head -${3 + chance(8)}`
  },
  {
    needs: ['folder', 'text'],
    line: ({ folder, text }, chance) =>
      `mv -v ${pick(text, chance)} ${pick(folder, chance)}/ ; ls -R ${pick(folder, chance)}`
  },
  { needs: ['folder'], line: ({ folder }, chance) => `tree ${pick(folder, chance)}; rmdir ${pick(folder, chance)}` },
  {
    needs: ['folder'],
    line: ({ folder }, chance) =>
      `tar czf ${word(chance)}.tgz ${pick(folder, chance)} && tar tzf *.tgz | head -${2 + chance(4)}`
  },
  {
    needs: [],
    line(made) {
      made.repository = true
      return 'git init -q -b main . 2>/dev/null; git config user.name me; git config user.email me@box; git add -A; git status --short'
    }
  },
  {
    needs: ['repository'],
    line: (_made, chance) =>
      `git commit -q -m '${word(chance)} ${word(chance)}'; git log --format=%s | head -${1 + chance(3)}`
  },
  {
    needs: ['repository'],
    line: (_made, chance) =>
      `git checkout -q -b ${word(chance)}${chance(99)} && git branch | wc -l; git rev-parse --abbrev-ref HEAD`
  },
  {
    needs: ['repository', 'text'],
    line: ({ text }, chance) =>
      `echo ${word(chance)} >> ${pick(text, chance)}; git diff --stat; git diff | tail -${1 + chance(3)}`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `for i in $(seq ${1 + chance(3)} ${4 + chance(4)}); do echo "$i: $((i * ${2 + chance(30)}))"; done`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `echo '${chance(90)} ${pick(['+', '*', '-', '^'], chance)} ${1 + chance(9)}' | bc; echo $((${chance(900)} % ${2 + chance(9)}))`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `${word(chance)}=${chance(99)}; ${pick(['ls', 'cat', 'cd', 'python3', 'grep x'], chance)} ${word(chance)}.missing; echo $?`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `f() { local n=$1; (( n < 2 )) && { echo $n; return; }; echo $(( $(f $((n - 1))) + $(f $((n - 2))) )); }; f ${3 + chance(6)}`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `a=(${some(chance, 3, 5).join(' ')}); echo \${#a[@]} \${a[-1]} "\${a[@]:1:2}"; printf '%-10s|%5d\\n' \${a[0]} ${chance(999)}`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `date -u -d '20${10 + chance(15)}-0${1 + chance(9)}-1${chance(9)} ${chance(23)}:00' '+%A %j %V'; cal 2>&1 | head -1`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `python3 -c "print(sorted(set('${word(chance)}${word(chance)}')), sum(i * i for i in range(${5 + chance(50)})))"`
  },
  {
    needs: [],
    line: (_made, chance) =>
      `python3 - <<'EOF'\nfrom collections import Counter\nprint(Counter('${word(chance)} ${word(chance)}'.replace(' ', '')).most_common(${1 + chance(3)}))\nraise ValueError('${word(chance)}')\nEOF`
  },
  { needs: [], line: (_made, chance) => `sleep 0.${1 + chance(4)} & jobs; echo "$!" | tr 0-9 x; wait; echo done` },
  { needs: [], line: () => 'ls -A; pwd; history | tail -2 | wc -l' }
]
