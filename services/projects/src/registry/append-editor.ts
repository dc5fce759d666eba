import { elementsOf, isRecord, type JsonRecord, stringOf } from '@landscape/contracts/json'
import { normalisedEmail } from '@landscape/contracts/projects'
import { publicProject, type Project } from './project.ts'

const EDITOR = 'Editor'

/**
 * Adds the creator as an editor, which the old web client requires for editing: fills blank e-mails, adds the
 * role to the creator's entries, or appends an entry.
 */
export function appendEditor(project: Project, email: string): Project {
  const users = elementsOf(project['user'])
  const next = users.map((user) => (isOf(user, email) ? asEditor(user, email) : user))
  if (!users.some((user) => isOf(user, email))) next.push({ email, roles: [EDITOR], grade: '' })
  return publicProject({ ...project, user: next })
}

/** Whether an entry has the creator's e-mail or none. */
function isOf(user: unknown, email: string): user is JsonRecord {
  return isRecord(user) && ['', email].includes(normalisedEmail(stringOf(user['email'])))
}

function asEditor(user: JsonRecord, email: string): JsonRecord {
  const given = normalisedEmail(stringOf(user['email'])) === '' ? email : user['email']
  return { ...user, email: given, roles: withEditor(user['roles']) }
}

function withEditor(roles: unknown): unknown[] {
  const given: unknown[] = Array.isArray(roles) ? roles : roles ? [roles] : []
  return given.includes(EDITOR) ? given : [...given, EDITOR]
}
