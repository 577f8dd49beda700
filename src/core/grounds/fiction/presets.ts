// The four ways of the paper to make a world that is realistic and true nowhere (section 6.2, Search: Fictional-World Construction).
import { FictionSpec, type STRATEGIES } from '../../tree/fiction.ts'

export interface Preset {
  name: (typeof STRATEGIES)[number]
  title: string
  /** One sentence for those who choose. */
  description: string
  /** A specification to start from. */
  spec: FictionSpec
}

const spec = (given: FictionSpec): FictionSpec => FictionSpec.parse(given)

export const presets: Preset[] = [
  {
    name: 'time-shifted',
    title: 'Time-shifted',
    description:
      'A known subject some years from now: real brands and places, with products, figures and events that do not exist yet.',
    spec: spec({
      title: 'Phones of 2031',
      premise:
        'It is 2031. Makers of phones are those of today; every model, price and figure is from after 2028 and invented.',
      date: '2031-03-01',
      strategy: 'time-shifted',
      instruction:
        'Use real makers with model names that do not exist. Prices, sizes and sales follow the trends of the years before.',
      tables: [
        {
          name: 'makers',
          description: 'Makers of phones',
          key: 'name',
          rows: 8,
          columns: [
            { name: 'name', type: 'text', description: 'Name of the company' },
            { name: 'country', type: 'text', teaser: true },
            {
              name: 'share_2030',
              type: 'number',
              min: 0,
              max: 60,
              description: 'Share of the world market in 2030, percent'
            }
          ]
        },
        {
          name: 'phones',
          description: 'Phones released since 2029',
          key: 'model',
          rows: 40,
          columns: [
            { name: 'model', type: 'text', description: 'Maker and model, a name that no real phone has' },
            { name: 'maker', type: 'text', refers: 'makers', required: true },
            { name: 'released', type: 'date', min: '2029-01-01', max: '2031-03-01', required: true },
            { name: 'price_eur', type: 'integer', min: 99, max: 2500 },
            { name: 'screen_inches', type: 'number', min: 4, max: 9 },
            { name: 'summary', type: 'text', teaser: true, description: 'One sentence without figures' }
          ]
        }
      ]
    })
  },
  {
    name: 'long-tail',
    title: 'Granular long tail',
    description:
      'Small, dense detail of a narrow subject that no encyclopedia covers, so that many pages must be read and compared.',
    spec: spec({
      title: 'Orchards of the Velm valley',
      premise:
        'The Velm valley does not exist. Its orchards, growers and apple varieties are known from local records only.',
      date: '2027-10-01',
      strategy: 'long-tail',
      instruction: 'Invent local names that sound of one region. Give precise, uneven figures, as measured ones are.',
      tables: [
        {
          name: 'growers',
          key: 'name',
          rows: 20,
          columns: [
            { name: 'name', type: 'text', description: 'Name of a family or a farm' },
            { name: 'village', type: 'text', teaser: true },
            { name: 'hectares', type: 'number', min: 0.2, max: 80 },
            { name: 'since', type: 'integer', min: 1780, max: 2025 }
          ]
        },
        {
          name: 'varieties',
          key: 'name',
          rows: 40,
          columns: [
            { name: 'name', type: 'text', description: 'An apple variety that does not exist' },
            { name: 'first_grown_by', type: 'text', refers: 'growers' },
            { name: 'ripens', type: 'text', values: ['August', 'September', 'October', 'November'] },
            { name: 'sugar_brix', type: 'number', min: 8, max: 18 },
            { name: 'note', type: 'text', teaser: true, description: 'One sentence on taste, without figures' }
          ]
        }
      ]
    })
  },
  {
    name: 'private',
    title: 'Private',
    description: 'The inside of an organisation that nobody outside could know: staff, projects, decisions, records.',
    spec: spec({
      title: 'Tarn Instruments',
      premise: 'Tarn Instruments is a company that does not exist, and everything here is from its internal systems.',
      date: '2028-05-14',
      strategy: 'private',
      instruction: 'Write as internal records do. People and projects have one spelling throughout.',
      site: 'intranet.tarn.example',
      tables: [
        {
          name: 'employees',
          key: 'id',
          label: 'name',
          rows: 20,
          columns: [
            { name: 'id', type: 'text', description: 'Such as E-104' },
            { name: 'name', type: 'text', unique: true, required: true },
            { name: 'team', type: 'text', values: ['Optics', 'Firmware', 'Sales', 'Operations'], teaser: true },
            { name: 'started', type: 'date', min: '2012-01-01' }
          ]
        },
        {
          name: 'projects',
          key: 'id',
          label: 'name',
          rows: 15,
          columns: [
            { name: 'id', type: 'text', description: 'Such as P-12' },
            { name: 'name', type: 'text', unique: true, required: true },
            { name: 'lead', type: 'text', refers: 'employees', required: true },
            { name: 'budget_eur', type: 'integer', min: 5000, max: 900_000 },
            { name: 'status', type: 'text', values: ['planned', 'running', 'paused', 'done'], teaser: true },
            { name: 'deadline', type: 'date', min: '2026-01-01', max: '2030-12-31' }
          ]
        }
      ]
    })
  },
  {
    name: 'realistic',
    title: 'Realistic',
    description:
      'An invented place or event among real conditions: laws of nature, geography and prices hold, and only the entities are new.',
    spec: spec({
      title: 'Ferries of the Hallin islands',
      premise:
        'The Hallin islands lie off a northern coast and do not exist. Distances, speeds, fares and weather are as they would be there.',
      date: '2026-06-20',
      strategy: 'realistic',
      instruction: 'Invent names; keep figures within what is physically and economically likely.',
      tables: [
        {
          name: 'islands',
          key: 'name',
          rows: 12,
          columns: [
            { name: 'name', type: 'text' },
            { name: 'population', type: 'integer', min: 12, max: 9000 },
            { name: 'area_km2', type: 'number', min: 0.5, max: 200 },
            { name: 'about', type: 'text', teaser: true, description: 'One sentence without figures' }
          ]
        },
        {
          name: 'lines',
          key: 'line',
          rows: 20,
          columns: [
            { name: 'line', type: 'text', description: 'Such as Line 4' },
            { name: 'from_island', type: 'text', refers: 'islands', required: true },
            { name: 'to_island', type: 'text', refers: 'islands', required: true },
            { name: 'minutes', type: 'integer', min: 8, max: 240 },
            { name: 'fare_eur', type: 'number', min: 2, max: 60 },
            { name: 'vessel', type: 'text' }
          ]
        }
      ]
    })
  }
]
