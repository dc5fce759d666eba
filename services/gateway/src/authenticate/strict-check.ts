import { JwtExpiredError, JwtNotBeforeError, JwtParseError } from 'aws-jwt-verify/error'

/** Tolerance (s) for `nbf` and `iat`: the clock of the issuer may be ahead. */
export const CLOCK_DIFFERENCE_S = 30

/** Other types have another purpose, such as logout tokens (RFC 8725 §3.11); ID tokens may have none. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i

interface Decoded {
  header: object
  payload: object
}

/**
 * Rejects what aws-jwt-verify accepts: tokens that never expire or, with a tolerance, have expired, any
 * algorithm that fits the key, tokens from the future, tokens of another type, and headers that demand an
 * unknown extension (RFC 7515 §4.1.11).
 */
export function createStrictCheck(
  algorithms: () => readonly string[],
  now: () => number = Date.now,
) {
  return ({ header, payload }: Decoded): void => {
    const { alg, crit, typ } = header as Record<string, unknown>
    const { exp, iat, sub } = payload as Record<string, unknown>
    const problem =
      (!algorithms().includes(String(alg)) && 'algorithm') ||
      (typ !== undefined && (typeof typ !== 'string' || !TYPE.test(typ)) && 'typ') ||
      (crit !== undefined && 'crit') ||
      (typeof exp !== 'number' && 'exp') ||
      ((typeof sub !== 'string' || sub === '') && 'sub')
    if (problem !== false) throw new JwtParseError(`${problem} not acceptable`)
    const seconds = now() / 1000
    if (Number(iat) > seconds + CLOCK_DIFFERENCE_S)
      throw new JwtNotBeforeError('iat not acceptable', String(iat))
    if (Number(exp) < seconds) throw new JwtExpiredError('Token expired', String(exp))
  }
}
