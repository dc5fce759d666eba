import { isRecord, asRecord, recordsOf, type JsonRecord } from '@landscape/contracts/json'

/** A string or finite number as a string; `""` for any other value. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value
  return Number.isFinite(value) ? String(value) : ''
}

/**
 * The non-empty strings of an array; a scalar is an array of one. The elements of a nested array are joined
 * by commas.
 */
function strings(value: unknown): string[] {
  const elements: unknown[] = Array.isArray(value) ? value : [value]
  return elements.map(elementText).filter((element) => element !== '')
}

function elementText(element: unknown): string {
  return Array.isArray(element)
    ? element
        .map(text)
        .filter((member) => member !== '')
        .join(',')
    : text(element)
}

/** An array as one column. */
export function joined(value: unknown): string {
  return strings(value).join('; ')
}

/** `main` followed by `others` of a section such as `frameworks`; a section can be an array. */
export function mainAndOthers(section: unknown): string {
  if (!isRecord(section)) return joined(section)
  return joined([...strings(section['main']), ...strings(section['others'])])
}

const ENVIRONMENT_LABELS: ReadonlyMap<string, string> = new Map([
  ['preprod', 'PRE-PROD (STAGING)'],
  ['postprod', 'POST-PROD'],
])

/** The kind of development: `In House`, or `Partnership with <company>`. */
export function developed(value: unknown): string {
  const [first, ...rest] = (Array.isArray(value) ? value : [value]).map((part) => joinedParts(part))
  const companies = rest[0] ? rest.filter((company) => company !== '') : []
  return companies.length > 0 ? `${first} with ${companies.join(', ')}` : (first ?? '')
}

function joinedParts(part: unknown): string {
  return strings(part).join(',')
}

/** Labels of the enabled environments, in stored order. */
export function environments(value: unknown): string {
  const present = Object.entries(asRecord(value)).filter(([, used]) => Boolean(used))
  return joined(present.map(([key]) => ENVIRONMENT_LABELS.get(key) ?? key.toUpperCase()))
}

/** URLs of all links. */
export function repositoryUrls(links: unknown): string {
  return joined(recordsOf(links).map((link) => text(link['url'])))
}

/** A supporting tool under the first of its names that has a value. */
export function tools(supporting: JsonRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = mainAndOthers(supporting[name])
    if (value !== '') return value
  }
  return ''
}

/** Each item as `<name>: <description>`. */
export function miscellaneous(items: unknown): string {
  return joined(
    recordsOf(items).map((item) =>
      [text(item['name']), text(item['description'])].filter((part) => part !== '').join(': '),
    ),
  )
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

/** `<email> (<grade>)` of the first user with the role and an address that may be shown, otherwise `""`. */
export function contact(users: unknown, role: string, mayShow: MayShow): string {
  for (const user of recordsOf(users)) {
    const email = text(user['email'])
    if (email === '' || !mayShow(email) || !strings(user['roles']).includes(role)) continue
    return `${email} (${text(user['grade'])})`
  }
  return ''
}
