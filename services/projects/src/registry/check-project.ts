import { isRecord, type JsonRecord } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { nameOf, publicProject, type Project } from './project.ts'

/** RFC 9110 §4.1: URIs of 8,000 octets are what every hop is asked to support. */
const MAX_ENCODED_NAME = 7_900
const ENVIRONMENTS = ['dev', 'int', 'uat', 'preprod', 'prod', 'postprod'] as const

/**
 * Checks the body of a write: the little that is required, never the shape of a section, since
 * clients send `""`, `[]` or `{}` for a section that was skipped.
 *
 * @param body undefined when there was none or it was not JSON
 * @param needsContact whether the first user must have an `email` key (its value may be empty)
 * @returns the body without a client's `owner`
 * @throws DomainError `body-missing` or `invalid-input`
 */
export function checkProject(body: unknown, needsContact: boolean): Project {
  if (!isRecord(body) || !hasMinimum(body, needsContact)) {
    throw new DomainError('body-missing', 'Missing JSON data')
  }
  checkEnvironments(body['architecture'])
  checkName(nameOf(body) ?? '')
  return publicProject(body)
}

/** A name has to fit into a path that every hop lets through; anything else is allowed. */
function checkName(name: string): void {
  if (encodeURIComponent(name.toWellFormed()).length > MAX_ENCODED_NAME) {
    throw new DomainError('invalid-input', 'Project name is too long')
  }
  if (name.includes('\0')) throw new DomainError('invalid-input', 'Project name contains NUL')
}

/**
 * Refuses a name that is a dot segment in a path however it is encoded (RFC 3986 §6.2.2.3): most
 * clients resolve it before they send. Records that were stored under one stay.
 *
 * @throws DomainError `invalid-input`
 */
export function assertAddressable(name: string): void {
  if (name !== '.' && name !== '..') return
  throw new DomainError('invalid-input', 'A project cannot be called "." or ".."')
}

function hasMinimum(body: JsonRecord, needsContact: boolean): boolean {
  const { user } = body
  if (!Array.isArray(user) || user.length === 0 || !nameOf(body)) return false
  return !needsContact || (isRecord(user[0]) && Object.hasOwn(user[0], 'email'))
}

function checkEnvironments(architecture: unknown): void {
  if (!isRecord(architecture) || !Object.hasOwn(architecture, 'environments')) return
  const { environments } = architecture
  if (!isRecord(environments)) {
    throw new DomainError('invalid-input', 'Invalid environments data: Must be a dictionary')
  }
  if (Object.keys(environments).length === 0) return
  for (const key of ENVIRONMENTS) {
    if (typeof environments[key] !== 'boolean') {
      throw new DomainError(
        'invalid-input',
        `Invalid environments data: '${key}' must be a boolean`,
      )
    }
  }
}
