import { DomainError } from '@landscape/errors'
import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel'
import { UpstreamFault } from './upstream-error.ts'

export interface GuardOptions {
  /** Name of the service, for the caller. */
  service: string
  /** Requests that may be under way; more are turned away at once. */
  maxInFlight: number
  /** Faults in a row after which nothing is passed on for a while. */
  faultsToOpen?: number
  /** How long that while is; then one request tries. */
  openMs?: number
  /** Told when the circuit opens (false) or closes (true). */
  onChange?: (isClosed: boolean) => void
}

export type Guard = (call: () => Promise<void>) => Promise<void>

/**
 * Lets requests to one service pass while it copes: a service that is frozen or flooded must cost
 * the gateway neither memory nor its callers' patience, and must not touch the other services.
 */
export function createGuard({
  service,
  maxInFlight,
  faultsToOpen = 5,
  openMs = 5_000,
  onChange = () => {},
}: GuardOptions): Guard {
  const circuit = circuitBreaker(
    handleWhen(
      (error) =>
        error instanceof UpstreamFault &&
        // One try decides: whoever gave up on it is no proof of health.
        (error.isProof || circuit.state === CircuitState.HalfOpen),
    ),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(faultsToOpen) },
  )
  circuit.onBreak(() => onChange(false))
  circuit.onReset(() => onChange(true))
  let inFlight = 0

  return async (call) => {
    if (inFlight >= maxInFlight) throw turnedAway(`The ${service} service is busy`, 1)
    if (circuit.state === CircuitState.HalfOpen) throw notAvailable()
    inFlight++
    try {
      await circuit.execute(call)
    } catch (error) {
      throw error instanceof BrokenCircuitError ? notAvailable() : error
    } finally {
      inFlight--
    }
  }

  function notAvailable(): DomainError {
    return turnedAway(`The ${service} service is not available`, Math.ceil(openMs / 1_000))
  }
}

function turnedAway(text: string, retryAfter: number): DomainError {
  return new DomainError('unavailable', text, { retryAfter })
}
