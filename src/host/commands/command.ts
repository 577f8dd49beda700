// Commander's commands, whose complaints are one line that says what to do: for `cli.ts`, which prints them.
import { Command, CommanderError, type ErrorOptions } from 'commander'
import { ended } from '../../core/text/issues.ts'
import { noSuch } from '../../core/text/nearest.ts'

export class OrreryCommand extends Command {
  override createCommand(name?: string): OrreryCommand {
    return new OrreryCommand(name)
  }

  /** @throws CommanderError always: exit code 2, with what is wrong and where the help is */
  override error(message: string, { code = 'commander.error' }: ErrorOptions = {}): never {
    const group = code === 'commander.excessArguments' || code === 'commander.unknownCommand' ? this.#groupOf() : null
    const [word = ''] = this.args
    const names = group?.commands.map((one) => one.name()) ?? []
    const text = group ? noSuch('command', word, names).message : sentence(message)
    throw new CommanderError(2, code, `${text} See: ${pathOf(group ?? this)} --help`)
  }

  /** The command one of whose commands should have been named; `null` where too many arguments are just that. */
  #groupOf(): Command | null {
    if (this.commands.length) return this
    // The default command of a group gets the words that name no other one.
    return this.parent && this.parent.args[0] !== this.name() && this.parent.parent ? this.parent : null
  }
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** Commander's complaint as a sentence, with the name of the option before what its value has to be. */
function sentence(message: string): string {
  const [complaint = '', suggestion] = message.replace(/^error: /, '').split('\n(')
  const meant = suggestion === undefined ? '' : ` ${suggestion.replace(')', '')}`
  const [flags = '', rest] = complaint.split("' argument '")
  const [value, why] = rest?.split("' is invalid. ") ?? []
  if (why !== undefined) {
    const words = flags.slice("option '".length).split(/[ ,]+/)
    const name = words.find((word) => word.startsWith('--')) ?? words[0]
    return ended(`${name} cannot be "${value}": ${why.charAt(0).toLowerCase()}${why.slice(1)}`)
  }
  return ended(complaint.charAt(0).toUpperCase() + complaint.slice(1)) + meant
}
