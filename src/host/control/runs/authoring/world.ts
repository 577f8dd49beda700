// A written world as files: the scenario, its program beside it, and the report.

import type { AuthorReport } from '../../../../core/control/authoring/report.ts'
import { findDomain } from '../../../../core/domains/index.ts'
import { writeYaml } from '../../../domains/tools/yaml.ts'
import { authoringMarkdown } from '../../reports/authoring-text.ts'

/** The files by their paths in the world's folder; the same report gives the same bytes. */
export function worldFiles(report: AuthorReport): Record<string, string> {
  const { name, domain, program, label, setup, actions, checks } = report
  const { program: _, training: __, ...told } = report
  const reports = { 'report.json': `${JSON.stringify(told, null, 2)}\n`, 'report.md': authoringMarkdown(report) }
  if (!program) return reports
  const file = `programs/${name}.${program.language === 'data' ? 'yaml' : 'js'}`
  const scenario = {
    name,
    title: report.title,
    description: `Written from ${report.source}. It ${label}.`,
    setup: {
      domain: findDomain(domain).id,
      grounding: 'grounded',
      program: program.tests?.length ? { file, tests: program.tests } : file,
      ...(setup.task !== undefined && { task: setup.task })
    },
    ...(actions.length > 0 && { actions }),
    ...(checks.length > 0 && {
      checks: checks.map(({ turn, shows }) => ({
        ...{ name: `turn ${turn} is as it was recorded`, at: turn, expect: { observation: { is: shows } } }
      }))
    })
  }
  return { ...reports, [`${name}.yaml`]: writeYaml(scenario), [file]: program.text }
}
