import type { HostClient } from '../src/host/client.ts'
import { HostFailure } from '../src/host/failure.ts'
import type { UsageSource } from '../src/host/port.ts'
import { gitHubFor } from './host.ts'

/** A host that rejects every request of the app with a status. */
export function refusedSeats(status: number): UsageSource {
  const asApp: HostClient['asApp'] = async () => {
    throw new HostFailure('rejected', `The host returned ${status}`, { status })
  }
  return gitHubFor({ origin: 'http://host.example' }, { client: { asApp } as HostClient }).source
}
