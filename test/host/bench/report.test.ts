import { describe, expect, test } from 'vitest'
import { atLeast, atMost, type Report, ratio, rows, show } from '../../bench/engine/report.ts'

describe('the report', () => {
  test('says of a ratio whether it reaches its bar', () => {
    const of = (seen: number, needed: ReturnType<typeof atLeast> | null) =>
      ratio('x', seen, { needed, samples: 3, note: '' }).met
    expect([of(30, atLeast(30)), of(29, atLeast(30)), of(1.2, atMost(1.2)), of(1.3, atMost(1.2)), of(1, null)]).toEqual(
      [true, false, true, false, null]
    )
  })

  test('shows values with three digits and their unit', () => {
    const shown = [show(41.234, 'x'), show(0.0312, 'share'), show(12345.6, 'ms'), show(98_362_432, 'bytes')]
    expect(shown).toEqual(['41.2x', '3.1 %', '12346 ms', '98 MB'])
  })

  test('puts ratios first, each beside its bar', () => {
    const report: Report = {
      version: 1,
      orrery: '0',
      startedAt: 0,
      seconds: 1,
      quick: false,
      stopped: false,
      machine: { platform: '', cpu: '', cores: 2, memory: 1, load: 0 },
      versions: {},
      model: { name: 'm', hash: null, size: 1, architecture: 'llama', parameters: null, quantization: 'Q8_0' },
      setting: null,
      ratios: {
        a: ratio('First token', 41, { needed: atLeast(30), samples: 5, note: 'at 8000 tokens' }),
        b: ratio('Overhead', 0.05, { unit: 'share', needed: atMost(0.03), samples: 3, note: 'n' }),
        c: ratio('Eight worlds', 1.5, { samples: 3, note: 'n' })
      },
      absolutes: { d: { title: 'Answer', value: 60.04, unit: 'tokens/s' } },
      missing: [{ measurement: 'Ollama', reason: 'ollama was not found on the PATH.' }]
    }
    expect(rows(report)).toEqual({
      ratios: [
        ['', 'needed', 'seen', '', 'rounds', 'how'],
        ['First token', '>= 30x', '41x', 'met', '5', 'at 8000 tokens'],
        ['Overhead', '<= 3 %', '5 %', 'missed', '3', 'n'],
        ['Eight worlds', '', '1.5x', '', '3', 'n']
      ],
      absolutes: [['Answer', '60 tokens/s']],
      missing: ['Not measured: Ollama. ollama was not found on the PATH.']
    })
  })
})
