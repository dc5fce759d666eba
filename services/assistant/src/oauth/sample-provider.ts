import { DomainError } from '@landscape/errors'
import type { OAuthProvider } from './provider.ts'

const SAMPLE_CODE = 'sample-code'
const SAMPLE_TOKEN = 'sample-user-token'

/** Signs the sample user in without asking: development without a source-control host. */
export const sampleProvider: OAuthProvider = {
  authorizeUrl({ redirectUri, state }) {
    const url = new URL(redirectUri)
    url.searchParams.set('code', SAMPLE_CODE)
    url.searchParams.set('state', state)
    return url.href
  },
  async exchange({ code }) {
    if (code === SAMPLE_CODE) return SAMPLE_TOKEN
    throw new DomainError('invalid-input', 'The code passed is incorrect or expired.')
  },
}
