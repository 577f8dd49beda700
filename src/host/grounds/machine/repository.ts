// A repository as lines of a script: what is not committed stays out of the last commit, and is there afterwards.
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'
import { CHANGED, CLAIMS, UNSEEN } from './settle.ts'

type Repository = Extract<StateChange, { do: 'git' }>

/** @param user whose repository it is: git refuses those of others */
export function repositoryScript(
  {
    path,
    branch,
    commits,
    remote,
    branches = [],
    tags = [],
    remotes = [],
    pending = [],
    ignored = [],
    identity
  }: Repository,
  user: string
): string[] {
  const run = (command: string) => (user === 'root' ? command : `su ${user} -c ${quoted(command)}`)
  const git = (words: string) => run(`cd ${quoted(path)} && git ${words}`)
  const of = (is: string) => pending.filter((one) => one.is === is).map((one) => one.path)
  const changed = pending.filter(({ is }) => is === 'changed')
  const deleted = of('deleted')
  const apart = [...of('untracked'), ...of('staged')].map(quoted).join(' ')
  const last = commits.length - 1
  return [
    `mkdir -p ${quoted(path)}`,
    ...(user === 'root' ? [] : [`chown -R ${user}: ${quoted(path)}`]),
    git(`init -q -b ${quoted(branch)} .`),
    // What the text shows of git's own settings says it better.
    ...(identity
      ? [
          git(
            `config user.name >/dev/null || { git config user.name ${quoted(identity.name)}; git config user.email ${quoted(identity.email ?? `${user}@localhost`)}; }`
          )
        ]
      : []),
    ...(ignored.length > 0
      ? [run(`cd ${quoted(path)} && printf '%s\\n' ${ignored.map(quoted).join(' ')} >> .git/info/exclude`)]
      : []),
    ...(remote ? [git(`remote add origin ${quoted(remote)} && touch .git/cloned`)] : []),
    ...remotes.map(({ name, url }) => git(`remote add ${quoted(name)} ${quoted(url)}`)),
    ...changed.map(({ path: file, line, head }, at) =>
      inside(path, head === undefined ? hideLine(file, { line, at }) : putBack(file, { head, at }))
    ),
    ...deleted.map((file) =>
      run(`cd ${quoted(path)} && mkdir -p "$(dirname ${quoted(file)})" && touch ${quoted(file)}`)
    ),
    ...commits.flatMap((commit, at) => {
      const add =
        at === last ? [git('add -A'), ...(apart ? [git(`rm -q --cached --ignore-unmatch -- ${apart}`)] : [])] : []
      return [...add, run(`cd ${quoted(path)} && ${committing(commit, user)}`)]
    }),
    ...changed.map(({ path: file }, at) =>
      inside(path, `[ ! -e .git/kept-${at} ] || mv -f .git/kept-${at} ${quoted(file)}`)
    ),
    ...deleted.map((file) => inside(path, `rm -f ${quoted(file)}`)),
    ...pending.flatMap(({ path: file, is }) =>
      is === 'changed' || is === 'staged' ? [inside(path, unseen(`${path}/${file}`))] : []
    ),
    ...(of('staged').length > 0 ? [git(`add -- ${of('staged').map(quoted).join(' ')}`)] : []),
    ...tags.map((tag) =>
      typeof tag === 'string' ? git(`tag ${quoted(tag)}`) : git(`tag ${quoted(tag.name)} HEAD~${tag.back}`)
    ),
    ...branches.flatMap((one) => {
      if (typeof one === 'string') return [git(`branch ${quoted(one)}`)]
      const begun = git(`branch ${quoted(one.name)} HEAD~${one.back}`)
      return [
        begun,
        ...(one.commits ?? []).map((commit) => run(`cd ${quoted(path)} && ${added(one.name, commit, user)}`))
      ]
    })
  ]
}

/** A commit on another branch than the one that is checked out, which stays as it is. */
const added = (branch: string, commit: Repository['commits'][number], user: string): string => {
  const at = quoted(`refs/heads/${branch}`)
  const { message, author = user, email = `${user}@localhost`, date } = partsOf(commit)
  const tree = `git -c user.name=${quoted(author)} -c user.email=${quoted(email)} commit-tree -m ${quoted(message)} -p ${at} "$(git rev-parse ${at}^{tree})"`
  return `${datedBy(date)}git update-ref ${at} "$(${tree})"`
}

const inside = (path: string, command: string): string => `(cd ${quoted(path)} && { ${command}; })`

/** The file as the commit has it, until that was made. */
const putBack = (file: string, { head, at }: { head: string; at: number }): string => {
  const name = quoted(file)
  return `[ ! -e ${name} ] || { cp -p ${name} .git/kept-${at}; printf %s ${quoted(head)} > ${name}; }`
}

/**
 * Takes the line out of the file until the commit was made; the file itself is kept as it is, with its owner and time. One that is empty, or that
 * nobody has seen, is another one in the commit.
 */
const hideLine = (file: string, { line, at }: { line: number | undefined; at: number }): string => {
  const name = quoted(file)
  return `[ ! -e ${name} ] || { cp -p ${name} .git/kept-${at}; if [ -s ${name} ]; then sed -i ${quoted(`${line ?? '$'}d`)} ${name}; else echo ${quoted(UNSEEN)} > ${name}; printf '%s\\n' ${quoted(`${line ?? 0} ${file}`)} >> .git/${CHANGED}; fi; }`
}

/** Git shows what is in it, not its name alone. */
const unseen = (file: string): string =>
  `! grep -qxF ${quoted(`file ${file}`)} ${CLAIMS} 2>/dev/null || claim pending ${quoted(file)}`

function committing(commit: Repository['commits'][number], user: string): string {
  const { message, author = user, email = `${user}@localhost`, date } = partsOf(commit)
  const as = `git -c user.name=${quoted(author)} -c user.email=${quoted(email)} commit -q --allow-empty -m ${quoted(message)}`
  return `${datedBy(date)}${as}`
}

const partsOf = (commit: Repository['commits'][number]) => (typeof commit === 'string' ? { message: commit } : commit)

// `date` reads what git prints and what people write; what it cannot read is now.
const datedBy = (date: string | undefined): string =>
  date
    ? `d=$(date -d ${quoted(date)} '+@%s %z' 2>/dev/null) && export GIT_AUTHOR_DATE="$d" GIT_COMMITTER_DATE="$d"; `
    : ''
