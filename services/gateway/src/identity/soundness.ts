import { JwtParseError } from 'aws-jwt-verify/error'

const CLOCK_DIFFERENCE_S = 30

interface Decoded {
  header: object
  payload: object
}

/**
 * What aws-jwt-verify leaves open: it accepts tokens that never expire, any algorithm that fits
 * the key, tokens from the future, and headers that demand an extension which nobody here knows.
 */
export function mustBeSound(algorithm: 'RS256' | 'ES256', now: () => number = Date.now) {
  return ({ header, payload }: Decoded): void => {
    const { alg, crit } = header as Record<string, unknown>
    const { exp, iat, sub } = payload as Record<string, unknown>
    const problem =
      (alg !== algorithm && 'algorithm') ||
      (crit !== undefined && 'crit') ||
      (typeof exp !== 'number' && 'exp') ||
      ((typeof sub !== 'string' || sub === '') && 'sub') ||
      (Number(iat) > now() / 1000 + CLOCK_DIFFERENCE_S && 'iat')
    if (problem !== false) throw new JwtParseError(`${problem} not acceptable`)
  }
}
