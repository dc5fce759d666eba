import type { NamedTechnologies } from '@landscape/contracts/project-sections'
import type { ProjectPerson } from '@landscape/contracts/projects'

/** Non-empty strings as one column. */
export function joined(strings: readonly string[]): string {
  return strings.filter((text) => text !== '').join('; ')
}

/** `main` followed by `others`. */
export function mainAndOthers({ main, others }: NamedTechnologies): string {
  return joined([...main, ...others])
}

/** The kind of development: `In House`, or `Partnership with <company>`. */
export function developed([kind = '', ...companies]: readonly string[]): string {
  const named = companies[0] ? companies.filter((company) => company !== '') : []
  return named.length > 0 ? `${kind} with ${named.join(', ')}` : kind
}

const ENVIRONMENT_LABELS: ReadonlyMap<string, string> = new Map([
  ['preprod', 'PRE-PROD (STAGING)'],
  ['postprod', 'POST-PROD'],
])

/** Labels of environments. */
export function environments(names: readonly string[]): string {
  return joined(names.map((name) => ENVIRONMENT_LABELS.get(name) ?? name.toUpperCase()))
}

/** Whether an e-mail address may be shown. */
export type MayShow = (email: string) => boolean

/**
 * Allows addresses with one of the domains after the last `@`, in any case; `*` allows every address.
 */
export function createDomainFilter(domains: readonly string[]): MayShow {
  const allowed = new Set(domains.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')))
  if (allowed.has('*')) return () => true
  return (email) => {
    const domain = email.slice(email.lastIndexOf('@') + 1)
    return email.includes('@') && allowed.has(domain.trim().toLowerCase())
  }
}

/** `<email> (<grade>)` of the first person with the role and an address that may be shown, otherwise `""`. */
export function contact(people: readonly ProjectPerson[], role: string, mayShow: MayShow): string {
  const found = people.find(
    ({ email, roles }) => email !== '' && roles.includes(role) && mayShow(email),
  )
  return found ? `${found.email} (${found.grade})` : ''
}
