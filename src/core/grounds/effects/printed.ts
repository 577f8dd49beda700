// What programs print that stands in a text without their command.

/** What `git log`, `git status` and `git branch` print, without the command. */
export const isOfGit = (content: readonly string[]): boolean =>
  /^commit [0-9a-f]{7,40}\b|^On branch \S+$/.test(content[0] ?? '') ||
  (content.length > 0 && content.every((line) => /^[*|/\\ ]*[0-9a-f]{7,40} \S/.test(line)))

const JOB = /^(?:@\w+|(?:[\d*][\d*,/-]*\s+){3}[\w*,/-]+\s+[\w*,/-]+)\s+\S/

/** A crontab's lines as `crontab -l` prints them, where the words before say that they are one. */
export function crontabOf(content: readonly string[], before: string): string[] | null {
  const rows = content.filter((line) => line.trim() !== '' && !/^(?:#|[A-Z_]+=)/.test(line))
  if (!/\bcron/i.test(before) || rows.length === 0 || !rows.every((line) => JOB.test(line))) return null
  const [, own, other] =
    /\b([a-z_][\w-]{0,31})['’]s? (?:crontab|cron)|\b(?:crontab|cron jobs?) (?:of|for) (?:the user )?[`'"]?([a-z_][\w-]{0,31})/i.exec(
      before
    ) ?? []
  const user = own ?? other
  return [`$ crontab ${user && !/^(?:it|the|this|its)$/i.test(user) ? `-u ${user} ` : ''}-l`, ...content, '']
}
