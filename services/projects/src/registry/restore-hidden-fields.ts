import { isDeepStrictEqual } from 'node:util'
import { elementsOf, isRecord, ownMember, type JsonRecord } from '@landscape/contracts/json'
import { pairUp } from '@landscape/store/documents/unchanged'
import { SHOWN } from './complete-project.ts'

/** The only roles that the form sends for the first two contacts. */
const ROLES = ['Technical Contact', 'Delivery Manager']
/** Arrays of which the form sends only the first element. */
const FIRST_ONLY = ['details', 'source_control'] as const

/**
 * Restores in a project from the form of existing clients what that form omits: unknown members, additional
 * roles of the first two contacts, additional sources, and all partners except the first.
 */
export function restoreHiddenFields(sent: JsonRecord, shown: JsonRecord): JsonRecord {
  const lists = FIRST_ONLY.filter((name) => Object.hasOwn(sent, name)).map((name) => {
    return [name, withOthers(sent[name], shown[name], SHOWN[name])] as const
  })
  const { user, developed } = sent
  return {
    ...withUnknown(sent, shown, SHOWN),
    ...Object.fromEntries(lists),
    ...(Array.isArray(user) && { user: withRoles(user, shown['user']) }),
    ...(isFirstPartnerOf(developed, shown['developed']) && { developed: shown['developed'] }),
  }
}

/** Restores missing members that the form does not know. */
function withUnknown(sent: JsonRecord, shown: JsonRecord, known: JsonRecord): JsonRecord {
  const members = Object.entries(sent).map(([name, value]) => {
    const [before, usual] = [ownMember(shown, name), ownMember(known, name)]
    const isPart = isRecord(value) && isRecord(before) && isRecord(usual)
    return [name, isPart ? withUnknown(value, before, usual) : value] as const
  })
  const left = Object.entries(shown).filter(
    ([name]) => !Object.hasOwn(sent, name) && !Object.hasOwn(known, name),
  )
  return Object.fromEntries([...members, ...left])
}

/** Restores the elements after the first one, when only that was sent. */
function withOthers(sent: unknown, shown: unknown, known: unknown): unknown {
  if (!Array.isArray(sent) || !Array.isArray(shown) || sent.length !== 1) return sent
  const [first, before, usual] = [sent, shown, known].map((list) => (list as unknown[])[0])
  if (pairUp(sent, shown)[0] !== 0 || !isRecord(first) || !isRecord(before)) return sent
  return [withUnknown(first, before, usual as JsonRecord), ...shown.slice(1)]
}

/**
 * Restores hidden fields of unchanged contacts among the first two, and removes blank contacts of
 * the form.
 */
function withRoles(sent: readonly unknown[], shown: unknown): unknown[] {
  const known = elementsOf(shown)
  const isBlank = (contact: unknown, index: number) =>
    isDeepStrictEqual(contact, { email: '', roles: [ROLES[index]], grade: '' })
  const contacts = sent.filter((contact, index) => index < known.length || !isBlank(contact, index))
  return contacts.map((contact, index) => {
    const [role, before] = [ROLES[index], known[index]]
    if (role === undefined || !isRecord(contact) || !isRecord(before)) return contact
    if (contact['email'] !== before['email']) return contact
    const { roles } = before
    const isOneOf = Array.isArray(roles) && roles.includes(role)
    const isRewritten = isOneOf && isDeepStrictEqual(contact['roles'], [role])
    return { ...withUnknown(contact, before, USER), ...(isRewritten && { roles }) }
  })
}

const [USER] = SHOWN['user'] as [JsonRecord]

/** Whether `developed` was sent with only the first partner, or a blank one. */
function isFirstPartnerOf(sent: unknown, shown: unknown): boolean {
  if (!Array.isArray(shown)) return false
  const [by, partners = ''] = shown as unknown[]
  const [partner = ''] = Array.isArray(partners) ? (partners as unknown[]) : [partners]
  return isDeepStrictEqual(sent, [by, partner])
}
