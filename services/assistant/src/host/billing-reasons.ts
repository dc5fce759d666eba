import { DomainError } from '@landscape/contracts/errors/domain-error'
import { faultOf } from './failure.ts'

/** Permissions of the app that billing needs. */
export const ADMINISTRATION = '"Administration" of the organisation (read)'
export const SEAT_MANAGEMENT = '"Copilot seat management" (read)'

/** Why a value is not available after a failed request. */
export const REQUEST_FAILED = 'The last request to the source-control host failed'

/**
 * Why billing is not available, as a sentence.
 *
 * @param fault a HostFault; any other stored string counts as a failure
 * @param permission the permission of the app that the request needs
 */
export function billingReason(fault: string, permission: string): string {
  if (fault === 'forbidden') {
    return `The source-control host returned 403: the app may lack the permission ${permission}`
  }
  if (fault === 'absent') {
    return (
      'The source-control host returned 404: it has no billing for the organisation, ' +
      `or the app lacks the permission ${permission}`
    )
  }
  return REQUEST_FAILED
}

/** Why the host rejects the request for seats, from the error of `UsageSource.seats`; undefined for any other failure. */
export function seatsRefusal(error: unknown): string | undefined {
  const fault = error instanceof DomainError ? faultOf(error.cause) : 'failed'
  return fault === 'failed' ? undefined : billingReason(fault, SEAT_MANAGEMENT)
}
