import { recordsOf } from '@landscape/contracts'
import { text, texts } from './text.ts'

/** Whether an e-mail address may be shown. */
export type MayShow = (email: string) => boolean

/**
 * Allows addresses whose part after the last `@` is one of the domains, whatever their case; `*`
 * allows every address.
 */
export function createDomainFilter(domains: readonly string[]): MayShow {
  const allowed = new Set(domains.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')))
  if (allowed.has('*')) return () => true
  return (email) => {
    const at = email.lastIndexOf('@')
    return (
      at >= 0 &&
      allowed.has(
        email
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      )
    )
  }
}

/** `<email> (<grade>)` of the first user with the role whose address may be shown, else `""`. */
export function contact(users: unknown, role: string, mayShow: MayShow): string {
  for (const user of recordsOf(users)) {
    const email = text(user['email'])
    if (email === '' || !mayShow(email) || !texts(user['roles']).includes(role)) continue
    const grade = text(user['grade'])
    return grade === '' ? email : `${email} (${grade})`
  }
  return ''
}
