// One part of a user as it is typed, and what is wrong with it.
import { sentenceOf } from '../../../core/text/issues.ts'
import { UserUse } from '../../../core/tree/user.ts'

export interface UserPart {
  user: UserUse
  onUser(user: UserUse): void
}

/** The user with this part, or `null` where that cannot be; and what is wrong with it. */
export function withPart<Name extends keyof UserUse>(user: UserUse, name: Name, part: unknown) {
  const read = UserUse.safeParse({ ...user, [name]: part })
  return { part: read.success ? read.data[name] : null, problem: read.success ? '' : sentenceOf(read.error) }
}
