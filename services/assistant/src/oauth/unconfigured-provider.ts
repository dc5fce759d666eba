import { notConfigured } from '../sources/unconfigured.ts'
import type { OAuthProvider } from './provider.ts'

/** @param missing names of the settings that signing in needs */
export function createUnconfiguredProvider(missing: readonly string[]): OAuthProvider {
  return {
    authorizeUrl() {
      throw notConfigured(missing)
    },
    exchange: () => Promise.reject(notConfigured(missing)),
  }
}
