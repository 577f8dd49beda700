// What initial states tell of a repository, kind by kind, as doubt-topics.ts has it of the rest.

import type { StateChange } from '../../tree/ground.ts'
import type { Clause } from './clauses.ts'
import { type DoubtTopic, never, some } from './doubt-topic.ts'
import { isSurely } from './name-forms.ts'
import { namesIn } from './names.ts'

type Repository = Extract<StateChange, { do: 'git' }>
const git = (fits: (one: Repository, clause: Clause) => boolean): DoubtTopic['isRead'] =>
  some((one, clause) => one.do === 'git' && fits(one, clause))
const nameOf = (one: string | { name: string }): string => (typeof one === 'string' ? one : one.name)

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

// "cpsw 4a100000.ethernet" is none.
const isNoCommit = ({ text, sentence }: Clause): boolean =>
  !/\b(?:commit\w*|hash(?:es)?|HEAD|revision|git|merged?|sha)\b/i.test(sentence) &&
  !/^\W{0,4}[0-9a-f]{7,40}\b/.test(text)
const hasHash = git(({ commits, branches = [] }, { text }) =>
  [...commits, ...branches.flatMap((one) => (typeof one === 'string' ? [] : (one.commits ?? [])))].some(
    (one) => typeof one !== 'string' && one.hash !== undefined && text.includes(one.hash)
  )
)

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
      /^git (?:-C \S+ )?(?:(?:log|show|rev-list)(?!.*format=(?:format:)?%[as])|rev-parse(?!.*--(?:abbrev-ref|show|git|is))|reflog|blame|describe|cherry|branch -\w*v|cat-file|name-rev)/,
    isRead: (of) => isNoCommit(of.clause) || hasHash(of)
  },
  {
    what: 'How many commits there are',
    said: new RegExp(`\\b(?:${NUMBERS.join('|')}|\\d{1,5}) commits\\b(?! (?:ahead|behind|of its own|more))`, 'i'),
    shows: /^git (?:-C \S+ )?(?:log|rev-list|shortlog|reflog)\b(?!.* -(?:n ?)?1\b)/,
    isRead: git(({ commits }, { text }) => {
      const told = /\b(\w+) commits\b/.exec(text)?.[1]?.toLowerCase() ?? ''
      return commits.length >= (NUMBERS.indexOf(told) + 1 || Number(told))
    })
  },
  {
    what: 'A merge or rebase that is under way',
    said: /\bmerge conflicts?\b|\bconflict(?:s|ed)? in\b|\b(?:both modified|unmerged)\b|\bin the middle of a (?:merge|rebase|cherry-pick|bisect)\b|\b(?:rebase|merge|rebasing|merging|cherry-pick|bisect|revert)(?: of [^.;,]{1,80}?)? (?:is |was |has been )?(?:in progress|under way|half ?way|stopped|interrupted|paused|started|begun|not finished|unfinished)\b|\b(?:started|began|begun) (?:an?|the|to) (?:\w{1,12} )?(?:rebase|merge|bisect|cherry-pick|revert)\b|\bmid-(?:rebase|merge|bisect|cherry-pick)\b/i,
    shows:
      /^git (?:-C \S+ )?(?:status|diff|ls-files|merge|rebase|cherry-pick|bisect|revert|commit|checkout|switch|branch|log|rev-parse|symbolic-ref|stash (?:pop|apply))\b|^\S+ (?:\S+ )*\S*\.git\/(?:MERGE_|ORIG_HEAD|rebase-|CHERRY_PICK|REVERT_|BISECT_|HEAD)/,
    isRead: ({ clause }) =>
      /\b(?:no more|resolved|was not|not (?:been )?started|finished|done|no longer)\b/i.test(clause.sentence)
  },
  {
    what: 'A HEAD that is on no branch',
    said: /\bdetached\b/i,
    shows: /^git (?:-C \S+ )?(?:status|branch|symbolic-ref|describe|rev-parse --abbrev-ref|log .*(?:decorate|%d|%D))/,
    isRead: never
  },
  {
    what: 'What git does not see',
    said: /\b(?:git-?ignored|ignored (?:by|in)|git ignores)\b/i,
    shows: /^git (?:-C \S+ )?(?:check-ignore|status .*--ignored|ls-files .*-o)/,
    isRead: never
  },
  {
    what: 'Who made commits',
    said: /\b[Aa]uthor(?:s|ed)?\b|[<(][\w.+-]{1,60}@[\w.-]{1,60}\.\w{2,12}[>)]|<[\w.+-]{1,60}@[\w.-]{1,60}>/,
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
    said: /\b(?:ahead of|behind (?:of )?(?:main|master|origin)|commits? (?:ahead|behind)|diverged|up[- ]to[- ]date with)\b/i,
    shows:
      /^git (?:-C \S+ )?(?:log|diff|rev-list) .*\.\.|^git (?:-C \S+ )?(?:status(?!.* (?:-s|--short|--porcelain)(?!b))|branch (?:\S+ )*-(?:a|r|v+|-all|-remotes))/,
    isRead: git(({ tracked = [] }, { words }) => tracked.some(({ name }) => words.has(name)))
  },
  {
    what: 'Tags of git',
    said: /\btag(?:s|ged)?\b/i,
    shows: /^git (?:-C \S+ )?(?:tag|describe|show-ref|log .*(?:decorate|%d|%D))/,
    isRead: git(({ tags = [] }, { sentence }) => tags.some((tag) => sentence.includes(nameOf(tag))))
  },
  {
    what: 'Stashes of git',
    said: /\bstash(?:es|ed)?\b/i,
    shows: /^git (?:-C \S+ )?stash (?:list|show)/,
    isRead: ({ clause }) => /\b(?:empty|none)\b/i.test(clause.text)
  },
  {
    what: 'Branches of git',
    said: /\b(?:branch(?:es)?)\b(?! off)|\balso exists\b/i,
    shows: /^git (?:-C \S+ )?(?:branch|show-branch|for-each-ref|show-ref)\b/,
    isRead: git(({ branch, branches = [], tracked = [] }, { words, sentence }) => {
      const made = [branch, ...[...branches, ...tracked].map(nameOf)]
      const usual = sentence.match(/\b(?:main|master|develop|trunk)\b(?![/-])/g) ?? []
      return made.some((name) => words.has(name)) && usual.every((name) => made.includes(name))
    })
  },
  {
    what: 'Remotes of git',
    said: /\b(?:remotes? |origin\b|upstream |cloned from)/i,
    shows: /^git (?:-C \S+ )?remote\b/,
    isRead: git(({ remote, remotes = [] }) => remote !== undefined || remotes.length > 0)
  },
  {
    what: 'What is not committed',
    said: /\b(?:uncommitted|untracked|unstaged|staged|not (?:yet )?(?:been )?committed|modified since|locally modified|not tracked)\b/i,
    shows: /^git (?:-C \S+ )?(?:status|diff)\b/,
    isRead: ({ effects, clause }) =>
      /\b(?:clean|nothing|no (?:\w{1,12} )?(?:uncommitted|unstaged|untracked|staged|pending|local) (?:changes?|edits?|files?))\b/i.test(
        clause.sentence
      ) || effects.some((one) => one.do === 'git' && holdsAll(one.pending ?? [], clause)),
    all: true
  }
]

/** What is not committed has all the files that the clause names. */
const holdsAll = (pending: NonNullable<Repository['pending']>, { text }: Clause): boolean =>
  pending.length > 0 &&
  namesIn(text).every(({ name }) => !isSurely(name) || pending.some(({ path }) => `/${path}`.endsWith(`/${name}`)))

const messagesOf = ({ commits, branches = [] }: Repository): string[] =>
  [...commits, ...branches.flatMap((one) => (typeof one === 'string' ? [] : (one.commits ?? [])))].map((one) =>
    typeof one === 'string' ? one : one.message
  )
