import { createHash, createVerify, randomBytes, type KeyObject } from 'node:crypto'
import type { Member } from '../organisation/members.ts'

interface Grant {
  user: Member
  redirectUri: string
  codeChallenge: string | undefined
  expires: number
}

const CODE_LIFETIME_MS = 600_000
const INSTALLATION_TOKEN_LIFETIME_MS = 3_600_000

/** Codes and tokens that the local host has issued. */
export function createCredentials(now: () => number) {
  const grants = new Map<string, Grant>()
  const userTokens = new Map<string, Member>()
  const installationTokens = new Map<string, number>()
  return {
    grant(user: Member, redirectUri: string, codeChallenge: string | undefined): string {
      const code = randomBytes(10).toString('hex')
      const expires = now() + CODE_LIFETIME_MS
      grants.set(code, { user, redirectUri, codeChallenge, expires })
      return code
    },
    /** Exchanges a code for a user token, once and only with the verifier of its challenge. */
    redeem(code: string, redirectUri: string, verifier: string | undefined): string | undefined {
      const grant = grants.get(code)
      grants.delete(code)
      if (!grant || grant.expires < now() || grant.redirectUri !== redirectUri) return undefined
      if (grant.codeChallenge !== challengeOf(verifier)) return undefined
      const token = `ghu_${randomBytes(18).toString('hex')}`
      userTokens.set(token, grant.user)
      return token
    },
    userOf: (token: string) => userTokens.get(token),
    revokeUserTokens: () => userTokens.clear(),
    revokeInstallationTokens: () => installationTokens.clear(),
    createInstallationToken() {
      const token = `ghs_${randomBytes(200).toString('hex')}`
      const expires = now() + INSTALLATION_TOKEN_LIFETIME_MS
      installationTokens.set(token, expires)
      return { token, expires_at: new Date(expires).toISOString() }
    },
    isInstallationToken: (token: string) => (installationTokens.get(token) ?? 0) > now(),
  }
}

export type Credentials = ReturnType<typeof createCredentials>

/** Whether a token is signed with the app's key, is issued for this app and has not expired. */
export function isAppToken(token: string, appId: string, key: KeyObject, now: number): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`)
  if (!verify.verify(key, signature, 'base64url')) return false
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    iss: unknown
    exp: number
  }
  return String(claims.iss) === appId && claims.exp * 1000 > now
}

function challengeOf(verifier: string | undefined): string | undefined {
  if (verifier === undefined) return undefined
  return createHash('sha256').update(verifier).digest('base64url')
}
