// What initial states tell of a repository, kind by kind, as doubt-topics.ts has it of the rest.

import type { StateChange } from '../../tree/ground.ts'
import type { Clause } from './clauses.ts'
import { type DoubtTopic, never, some } from './doubt-topic.ts'

type Repository = Extract<StateChange, { do: 'git' }>
const git = (fits: (one: Repository, clause: Clause) => boolean): DoubtTopic['isRead'] =>
  some((one, clause) => one.do === 'git' && fits(one, clause))
const nameOf = (one: string | { name: string }): string => (typeof one === 'string' ? one : one.name)

export const GIT_TOPICS: DoubtTopic[] = [
  {
    what: 'A repository of git',
    said: /\b(?:git repo(?:sitory)?|(?:a|the|this|whole) repo(?:sitory)?|commits?|committed|under git|git is initiali[sz]ed)\b/i,
    shows:
      /^git (?:-C \S+ )?(?:log|status|branch|tag|stash|diff|show|remote|reflog|rev-parse|rev-list|ls-files|blame|describe|shortlog)\b/,
    // One of which no commit is known has none only where that is said.
    isRead: git(({ commits }, { text }) => commits.length > 0 || !/\bcommits?\b/i.test(text))
  },
  {
    what: 'Commits',
    said: /\bcommit(?:s|ted)?\b|\bhistory\b/i,
    shows: /^git (?:-C \S+ )?(?:log|show|reflog|shortlog|rev-list|blame)\b/,
    isRead: ({ effects, clause }) => {
      const quotes = [...clause.text.matchAll(/["“]([^"”]{2,80})["”]/g)].map(([, quote = '']) => quote)
      const made = effects.flatMap((one) => (one.do === 'git' ? messagesOf(one) : []))
      return quotes.length === 0 || quotes.some((quote) => made.some((message) => message.includes(quote)))
    }
  },
  {
    what: 'Hashes of commits',
    said: /\b(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\b/,
    shows:
      /^git (?:-C \S+ )?(?:(?:log|show|rev-list)(?!.*format=(?:format:)?%[as])|rev-parse(?!.*--(?:abbrev-ref|show|git|is))|reflog|blame|describe|cherry|branch -\w*v)/,
    // "cpsw 4a100000.ethernet" is none.
    isRead: ({ clause: { text, sentence } }) =>
      !/\b(?:commit\w*|hash(?:es)?|HEAD|revision|git|merged?|sha)\b/i.test(sentence) &&
      !/^\W{0,4}[0-9a-f]{7,40}\b/.test(text)
  },
  {
    what: 'Who made commits',
    said: /\b[Aa]uthor(?:s|ed)?\b|<[\w.+-]{1,60}@[\w.-]{1,60}>/,
    shows:
      /^git (?:-C \S+ )?(?:(?:log|show)(?!.*(?:--oneline|format=))|(?:log|show).*%[ac]|shortlog|blame|config user)/,
    isRead: git(({ commits, identity }, { sentence }) => {
      const told = commits.flatMap((one) => (typeof one === 'string' ? [] : [one.email ?? one.author]))
      const mail = sentence.includes('@')
      return [mail ? identity?.email : identity?.name, ...told].some(
        (one) => one !== undefined && sentence.includes(one)
      )
    })
  },
  {
    what: 'By what branches differ',
    said: /\b(?:ahead of|behind (?:of )?(?:main|master|origin)|commits? (?:ahead|behind)|diverged)\b/i,
    shows:
      /^git (?:-C \S+ )?(?:log|diff|rev-list) .*\.\.|^git (?:-C \S+ )?(?:status(?!.* (?:-s|--short|--porcelain))|branch -v)/,
    isRead: never
  },
  {
    what: 'Tags of git',
    said: /\btag(?:s|ged)?\b/i,
    shows: /^git (?:-C \S+ )?(?:tag|describe|show-ref|log .*(?:decorate|%d|%D))/,
    isRead: git(({ tags = [] }, { words }) => tags.some((tag) => words.has(nameOf(tag))))
  },
  {
    what: 'Stashes of git',
    said: /\bstash(?:es|ed)?\b/i,
    shows: /^git (?:-C \S+ )?stash (?:list|show)/,
    isRead: ({ clause }) => /\bempty\b/i.test(clause.text)
  },
  {
    what: 'Branches of git',
    said: /\b(?:branch(?:es)?)\b(?! off)/i,
    shows: /^git (?:-C \S+ )?(?:branch|show-branch|for-each-ref|show-ref)\b/,
    isRead: git(({ branch, branches = [] }, { words, sentence }) => {
      const made = [branch, ...branches.map(nameOf)]
      const usual = sentence.match(/\b(?:main|master|develop|dev|staging|trunk)\b(?![/-])/g) ?? []
      return made.some((name) => words.has(name)) && usual.every((name) => made.includes(name))
    })
  },
  {
    what: 'Remotes of git',
    said: /\b(?:remotes? |origin |upstream |cloned from)/i,
    shows: /^git (?:-C \S+ )?remote\b/,
    isRead: git(({ remote, remotes = [] }) => remote !== undefined || remotes.length > 0)
  },
  {
    what: 'What is not committed',
    said: /\b(?:uncommitted|untracked|unstaged|staged|not (?:yet )?(?:been )?committed|modified since|locally modified|not tracked)\b/i,
    shows: /^git (?:-C \S+ )?(?:status|diff)\b/,
    isRead: ({ effects, clause }) =>
      /\b(?:clean|nothing)\b/i.test(clause.sentence) ||
      effects.some((one) => one.do === 'git' && (one.pending ?? []).length > 0),
    all: true
  }
]

const messagesOf = ({ commits, branches = [] }: Repository): string[] =>
  [...commits, ...branches.flatMap((one) => (typeof one === 'string' ? [] : (one.commits ?? [])))].map((one) =>
    typeof one === 'string' ? one : one.message
  )
