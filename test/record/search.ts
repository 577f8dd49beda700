// Writes the sample sessions of a search engine: node test/record/search.ts NAME > resources/samples/NAME.jsonl
// No engine and no web can be reached from a test machine, so every answer here is written by hand, and the places are made up.
import type { Hit } from '../../src/core/observations/documents/document.ts'
import { chosen, sampleFile, type Turn } from './sample.ts'

interface Session {
  title: string
  notes: string
  initialState: string
  turns: [action: Turn['action'], observation: string][]
}

type Told = [url: string, title: string, snippet: string, date: string]

const hits = (told: Told[]) =>
  told
    .map(([url, title, snippet, date], index): Hit => ({ rank: index + 1, url, title, snippet, date }))
    .map(
      ({ rank, url, title, snippet, date }) => `[${rank}] ${url}\nTitle: ${title}\nSnippet: ${snippet}\nDate: ${date}`
    )
    .join('\n\n')

const BRIDGE: Told[] = [
  [
    'https://www.sundvikbridge.example/facts',
    'Facts and figures | Sundvik Bridge',
    'The bridge opened on 18 April 2026. It is 1,204 metres long, has 11 spans and carries two lanes and a cycle path.',
    '2026-04-20'
  ],
  [
    'https://news.example/region/sundvik-opening',
    'Thousands walk across the new Sundvik Bridge',
    'Before the first cars were let on, some 9,000 people crossed on foot on Saturday. The ferry made its last trip at midnight.',
    '2026-04-18'
  ],
  [
    'https://encyclopedia.example/wiki/Sundvik_Bridge',
    'Sundvik Bridge',
    'A road bridge between Sundvik and the island of Tarn. Planned length 1,180 m. Built from 2022, replacing the ferry.',
    '2025-11-02'
  ],
  [
    'https://ferries.example/notices/sundvik',
    'Sundvik to Tarn: service ended',
    'The route closed with the opening of the bridge. Season tickets are refunded until 30 June 2026.',
    '2026-04-19'
  ],
  [
    'https://engineering.example/journal/2024/sundvik-piers',
    'Founding eleven spans in soft clay',
    'The piers at Sundvik stand on driven piles of up to 62 m. We report settlements measured over fourteen months.',
    '2024-09-10'
  ],
  [
    'https://tarn.example/visit/getting-here',
    'Getting here | Visit Tarn',
    'Since April 2026 Tarn can be reached by road. Bus 41 runs every half hour from Sundvik station.',
    '2026-05-01'
  ],
  [
    'https://cycling.example/routes/tarn-loop',
    'The Tarn loop, 38 km',
    'Over the new bridge by its cycle path, once around the island and back. Strong side winds on the main span.',
    '2026-05-03'
  ],
  [
    'https://forum.example/t/sundvik-bridge-toll/8841',
    'Is there a toll on the Sundvik Bridge?',
    'No toll for cars. I asked the operator: only lorries over 12 t pay, from September.',
    '2026-04-27'
  ],
  [
    'https://budget.example/projects/sundvik',
    'Project card: Sundvik Bridge',
    'Approved cost 212 million, final cost 231 million. Main contractor: Vann & Stol.',
    '2026-03-12'
  ],
  [
    'https://photos.example/albums/sundvik',
    'Sundvik Bridge in 40 pictures',
    'From the first pile to the opening day. All pictures may be used with the name of the photographer.',
    '2026-04-25'
  ]
]

const BREAD: Told[] = [
  [
    'https://bakers.example/rye-hydration',
    'How wet is a rye dough?',
    'Whole rye takes 80 to 90 percent water. Below 75 percent the crumb is dense and cracks.',
    '2025-10-14'
  ],
  [
    'https://kitchen.example/rye-for-beginners',
    'Rye bread for beginners',
    'Use 500 g whole rye, 425 g water, 10 g salt and 150 g ripe starter. No kneading.',
    '2026-01-30'
  ],
  [
    'https://mill.example/flours/rye',
    'Whole rye flour',
    'Ash 1.7 percent, protein 8 to 9 percent. Rye has little gluten; its starch and pentosans bind the water.',
    '2024-03-05'
  ],
  [
    'https://forum.example/t/gummy-crumb/112',
    'Gummy crumb in rye: too wet or too soon?',
    'Nearly always too soon. Wait 24 hours before cutting, then look at the water.',
    '2025-12-09'
  ],
  [
    'https://science.example/pentosans',
    'Pentosans and water binding in rye',
    'Pentosans take up to eight times their weight of water and carry the structure of the dough.',
    '2019-06-21'
  ],
  [
    'https://bakers.example/starter',
    'Keeping a rye starter',
    'Feed one part starter with five parts flour and five parts water, at 26 degrees.',
    '2025-08-18'
  ],
  [
    'https://history.example/black-bread',
    'A short history of black bread',
    'In the north rye was sown where wheat would not ripen.',
    '2021-02-11'
  ],
  [
    'https://kitchen.example/tin-or-free',
    'Tin or free form?',
    'A dough of more than 80 percent water wants a tin.',
    '2025-11-20'
  ],
  [
    'https://nutrition.example/rye-fibre',
    'Fibre in rye bread',
    'Whole rye bread has about 9 g of fibre in 100 g.',
    '2023-09-01'
  ],
  [
    'https://video.example/watch/rye-in-90-seconds',
    'Rye bread in 90 seconds (video)',
    'Mix, fill, wait, bake: the whole day in a minute and a half.',
    '2026-02-17'
  ]
]

const page = (url: string) => ({ name: 'web_extractor', arguments: { url } })
const [name, session] = chosen<Session>({
  'search-bridge': {
    title: 'How long is the Sundvik Bridge?',
    notes:
      'Written by a person: two sources disagree, the newer one is opened, the answer is remembered, and an address leads nowhere.',
    initialState:
      'Today is 2026-05-04. The bridge at Sundvik opened on 2026-04-18. It is 1,204 m long; pages from before the opening give the planned length, 1,180 m.',
    turns: [
      [{ name: 'web_search', arguments: { queries: ['Sundvik Bridge length'] } }, hits(BRIDGE)],
      [
        page('https://encyclopedia.example/wiki/Sundvik_Bridge'),
        '# Sundvik Bridge\n\nThe **Sundvik Bridge** is a road bridge under construction between the town of Sundvik and the island of [Tarn](https://encyclopedia.example/wiki/Tarn).\n\n| | |\n| --- | --- |\n| Planned length | 1,180 m |\n| Spans | 11 |\n| Begun | March 2022 |\n| Opening | planned for spring 2026 |\n\n## See also\n\n- [Sundvik ferry](https://encyclopedia.example/wiki/Sundvik_ferry)\n'
      ],
      [
        page('https://www.sundvikbridge.example/facts'),
        '# Facts and figures\n\nThe bridge opened on **18 April 2026**.\n\n- Length: **1,204 m** from abutment to abutment. It grew by 24 m when the western end was moved off the soft clay.\n- Spans: 11, the longest 140 m\n- Clearance: 32 m at mean water\n- Lanes: 2, and a cycle path on the south side\n\n> The cycle path is closed when the wind is above 20 m/s.\n\n[Live wind](https://www.sundvikbridge.example/wind) | [Toll for lorries](https://www.sundvikbridge.example/toll)\n'
      ],
      [
        {
          name: 'dict_memory',
          arguments: { action: 'add', dict: { length: '1,204 m, not the planned 1,180 m', opened: '2026-04-18' } }
        },
        'Added 2 entries: length, opened.'
      ],
      [
        page('https://www.sundvikbridge.example/tolls'),
        'Error: HTTP 404 Not Found for https://www.sundvikbridge.example/tolls'
      ],
      [
        { name: 'dict_memory', arguments: { action: 'retrieve_all' } },
        '{\n  "length": "1,204 m, not the planned 1,180 m",\n  "opened": "2026-04-18"\n}'
      ]
    ]
  },
  'search-rye': {
    title: 'How much water for a rye bread?',
    notes:
      'Written by a person: a search, a page with a table, a question for a page that holds no answer, and notes that are taken back.',
    initialState: '',
    turns: [
      [{ name: 'web_search', arguments: { query: 'rye bread hydration whole rye' } }, hits(BREAD)],
      [
        page('https://bakers.example/rye-hydration'),
        '# How wet is a rye dough?\n\nWhole rye takes far more water than wheat.\n\n| Flour | Water, percent of flour |\n| --- | ---: |\n| Wheat, white | 65 to 70 |\n| Rye, light | 72 to 78 |\n| Rye, whole | 80 to 90 |\n\n1. Start at 82.\n2. Wet the hand, not the dough.\n3. If it stands up by itself, add water.\n\n```\nwater = flour * 0.82\n```\n'
      ],
      [
        { name: 'web_extractor', arguments: { url: 'https://mill.example/flours/rye', goal: 'baking temperature' } },
        'The page does not mention a baking temperature.'
      ],
      [
        { name: 'dict_memory', arguments: { action: 'add', dict: { water: '80 to 90 percent' } } },
        'Added 1 entry: water.'
      ],
      [{ name: 'dict_memory', arguments: { action: 'remove', key_list: ['water'] } }, 'Removed 1 entry: water.'],
      [{ name: 'dict_memory', arguments: { action: 'retrieve_all' } }, '{}']
    ]
  }
})

process.stdout.write(
  await sampleFile({
    ...{ name, title: session.title, notes: session.notes, domain: 'search', engine: 'authored' },
    program: 'a search engine of 2026 that was made up',
    initialState: session.initialState,
    turns: session.turns.map(([action, observation]) => ({ action, observation, ms: 300 + observation.length }))
  })
)
