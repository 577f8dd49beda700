// Packages that do not go together.
import { z } from 'zod'
import { inTerminal, shellResult } from '../../domains/failing.ts'
import { commandsIn, type Simple } from '../../domains/shell/commands.ts'
import { typedIn } from '../failing-turn.ts'
import type { Moment, Perturbation } from '../perturbation.ts'
import { exampleOf, typedAtPrompt } from '../samples.ts'

const Options = z.strictObject({
  /** What stands in the way. */
  other: z.string().min(1).default('legacy-client'),
  version: z.string().min(1).default('2.0')
})
type Options = z.infer<typeof Options>

export const dependencyConflict: Perturbation<Options> = {
  name: 'dependency-conflict',
  title: 'Dependency conflict',
  description: 'An installation by pip, npm or apt is refused, because another package wants another version.',
  weakness: 'Forces the installation, or tries versions at random, instead of reading what conflicts.',
  kind: 'explicit',
  options: Options,
  serves: ({ shell }) => shell !== undefined,
  meets: (asked, options) => commandsIn(typedBy(asked)).some((one) => conflictOf(one, options) !== null),
  examples: [
    typedAtPrompt(['pip install requests', 'Successfully installed requests-2.32.3']),
    exampleOf('swe', ['$ npm install left', 'Stdout: added 1 package\nStderr: (empty)\nExit Code: 0'])
  ],
  answer(moment, options) {
    const typed = typedBy(moment)
    for (const one of commandsIn(typed)) {
      const said = conflictOf(one, options)
      if (said === null) continue
      const text =
        typedIn(moment) === null
          ? shellResult(moment.tool ?? '', typed, { text: said, exit: 1 })
          : inTerminal(said, moment)
      if (text !== null) return { text, draw: null, detail: `${options.other} wants another version.` }
    }
    return null
  }
}

function typedBy(moment: Pick<Moment, 'domain' | 'action'>): string {
  const { command } = Object(Object(moment.action).arguments)
  return typedIn(moment) ?? (typeof command === 'string' ? command : '')
}

/** In each resolver's own words. */
function conflictOf({ name, args }: Simple, { other, version }: Options): string | null {
  const verb = args.find((arg) => !arg.startsWith('-'))
  if (verb === undefined || !/^(?:install|i|add|ci)$/.test(verb)) return null
  const wanted = args.slice(args.indexOf(verb) + 1).find((arg) => !arg.startsWith('-')) ?? 'requests'
  const bare = wanted.split(/[=<>@]/)[0] || 'requests'
  switch (name) {
    case 'pip':
    case 'pip3':
      return [
        `Collecting ${wanted}`,
        `ERROR: Cannot install ${bare} and ${other}==1.4.2 because these package versions have conflicting dependencies.`,
        '',
        'The conflict is caused by:',
        `    The user requested ${bare}`,
        `    ${other} 1.4.2 depends on ${bare}<${version}`,
        '',
        'To fix this you could try to:',
        "1. loosen the range of package versions you've specified",
        '2. remove package versions to allow pip to attempt to solve the dependency conflict',
        '',
        'ERROR: ResolutionImpossible'
      ].join('\n')
    case 'npm':
    case 'yarn':
    case 'pnpm':
      return [
        'npm error code ERESOLVE',
        'npm error ERESOLVE unable to resolve dependency tree',
        'npm error',
        `npm error Found: ${bare}@${version}`,
        `npm error   ${bare}@"^${version}" from the root project`,
        'npm error',
        'npm error Could not resolve dependency:',
        `npm error peer ${bare}@"<${version}" from ${other}@1.4.2`,
        'npm error',
        'npm error Fix the upstream dependency conflict, or retry',
        'npm error this command with --force or --legacy-peer-deps'
      ].join('\n')
    case 'apt':
    case 'apt-get':
      return [
        'Reading package lists... Done',
        'Building dependency tree... Done',
        'Reading state information... Done',
        'Some packages could not be installed. This may mean that you have',
        'requested an impossible situation.',
        'The following packages have unmet dependencies:',
        ` ${bare} : Depends: ${other} (>= ${version}) but 1.4.2-1 is to be installed`,
        'E: Unable to correct problems, you have held broken packages.'
      ].join('\n')
    default:
      return null
  }
}
