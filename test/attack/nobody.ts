// Another user of the machine.

/** The command line that runs `argv` as `nobody`. Only root can. */
export function asNobody(argv: string[]): string[] {
  if (process.platform !== 'linux') return ['sudo', '-n', '-u', 'nobody', ...argv]
  return ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...argv]
}
