import { isDeepStrictEqual } from 'node:util'
import { elementsOf, isRecord, ownMember, pairUp, type JsonRecord } from '@landscape/contracts'
import { SHOWN } from './whole-project.ts'

/** The roles that the form gives to the first two contacts; it sends no others of these. */
const ROLES = ['Technical Contact', 'Delivery Manager']
/** Of these lists the form knows the first element. */
const FIRST_ONLY = ['details', 'source_control']

/**
 * A project that came back from the form of existing clients, with what that form leaves out of everything that it was
 * shown: members that its pages do not know, further roles of the first two contacts, further sources, all partners but the first.
 */
export function asShown(sent: JsonRecord, shown: JsonRecord): JsonRecord {
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

/** A record with the members that were shown, but are none of those that pages know, and did not come back. */
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

/** A list with the elements behind its first one, when that came back alone. */
function withOthers(sent: unknown, shown: unknown, known: unknown): unknown {
  if (!Array.isArray(sent) || !Array.isArray(shown) || sent.length !== 1) return sent
  const [first, before, usual] = [sent, shown, known].map((list) => (list as unknown[])[0])
  if (pairUp(sent, shown)[0] !== 0 || !isRecord(first) || !isRecord(before)) return sent
  return [withUnknown(first, before, usual as JsonRecord), ...shown.slice(1)]
}

/** Contacts with what the form does not know of the first two, as long as they are the same people, without blank ones that it adds. */
function withRoles(sent: readonly unknown[], shown: unknown): unknown[] {
  const known = elementsOf(shown)
  const isBlank = (contact: unknown, place: number) =>
    isDeepStrictEqual(contact, { email: '', roles: [ROLES[place]], grade: '' })
  const contacts = sent.filter((contact, place) => place < known.length || !isBlank(contact, place))
  return contacts.map((contact, place) => {
    const [role, before] = [ROLES[place], known[place]]
    if (role === undefined || !isRecord(contact) || !isRecord(before)) return contact
    if (contact['email'] !== before['email']) return contact
    const { roles } = before
    const isOneOf = Array.isArray(roles) && roles.includes(role)
    const isRewritten = isOneOf && isDeepStrictEqual(contact['roles'], [role])
    return { ...withUnknown(contact, before, USER), ...(isRewritten && { roles }) }
  })
}

const [USER] = SHOWN['user'] as [JsonRecord]

/** Whether by whom a project was developed came back with the first partner alone, or a blank for none. */
function isFirstPartnerOf(sent: unknown, shown: unknown): boolean {
  if (!Array.isArray(shown)) return false
  const [by, partners = ''] = shown as unknown[]
  const [partner = ''] = Array.isArray(partners) ? (partners as unknown[]) : [partners]
  return isDeepStrictEqual(sent, [by, partner])
}
