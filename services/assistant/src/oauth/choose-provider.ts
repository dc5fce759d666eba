import { createHostProvider, type HostProviderOptions } from './host-provider.ts'
import type { OAuthProvider } from './provider.ts'
import { sampleProvider } from './sample-provider.ts'
import { createUnconfiguredProvider } from './unconfigured-provider.ts'

export interface ProviderChoice {
  /** Absent while settings are missing. */
  host: HostProviderOptions | undefined
  development: boolean
  /** Names of the settings that are missing. */
  missing: readonly string[]
}

/** The host when it is set up; else a sample user in development, and nobody elsewhere. */
export function chooseProvider({ host, development, missing }: ProviderChoice): OAuthProvider {
  if (host) return createHostProvider(host)
  return development ? sampleProvider : createUnconfiguredProvider(missing)
}
