import { shareByKey } from '@landscape/contracts/async/share-calls'
import { isLocalName } from '@landscape/http/request/own-host'
import { FetchError } from 'aws-jwt-verify/error'
import { z } from 'zod'
import { download } from './download.ts'

/** Asymmetric algorithms of aws-jwt-verify. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
])

/** Keys and codes sent without encryption can be forged or read; plain http is for local providers only. */
const Address = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .refine(isEncryptedOrLocal)

/** The members of a discovery document that the gateway uses (OpenID Connect Discovery 1.0 §3). */
const Document = z.object({
  issuer: z.string(),
  jwks_uri: Address,
  id_token_signing_alg_values_supported: z
    .array(z.string())
    .default(['RS256'])
    .transform((names) => names.filter((name) => ALGORITHMS.has(name)))
    .refine((names) => names.length > 0),
  authorization_endpoint: Address.optional(),
  token_endpoint: Address.optional(),
  end_session_endpoint: Address.optional(),
})

/** A provider according to its discovery document. */
export interface Provider {
  /** Address of the key set. */
  keys: string
  /** Algorithms that its tokens may be signed with. */
  algorithms: readonly string[]
  authorizationEndpoint: string | undefined
  tokenEndpoint: string | undefined
  /** Address that ends the session of a browser; some providers have none. */
  endSessionEndpoint: string | undefined
}

/** The discovery document of a provider. */
export interface Discovery {
  /**
   * Returns the document; reads it when it is outdated or was never read.
   *
   * @throws FetchError when it cannot be read, or belongs to another issuer
   */
  read: () => Promise<Provider>
  /** Marks the document as outdated. */
  expire: () => void
  /** The last document that was read. */
  known: () => Provider | undefined
}

/** Whether an address is encrypted, or names this machine. */
export function isEncryptedOrLocal(url: string): boolean {
  return url.startsWith('https:') || isLocalName(URL.parse(url)?.hostname ?? '')
}

/** Reads the discovery document of an issuer; concurrent reads share one request. */
export function createDiscovery(issuer: string): Discovery {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  let known: Provider | undefined
  let isCurrent = false
  const share = shareByKey<Provider>()
  const fetchDocument = async () => {
    known = parse(address, issuer, await download(address))
    isCurrent = true
    return known
  }
  return {
    async read() {
      if (known && isCurrent) return known
      return share(issuer, fetchDocument)
    },
    expire: () => {
      isCurrent = false
    },
    known: () => known,
  }
}

function parse(address: string, issuer: string, bytes: ArrayBuffer): Provider {
  const { data, error } = Document.safeParse(jsonOf(bytes))
  if (error) {
    const places = error.issues.map(({ path }) => path.join('.') || 'the document')
    throw new FetchError(address, `not acceptable: ${[...new Set(places)].join(', ')}`)
  }
  // Another issuer's keys would make its tokens valid here (OpenID Connect Discovery 1.0 §4.3).
  if (data.issuer !== issuer)
    throw new FetchError(address, 'the issuer in the document is not OIDC_ISSUER')
  return {
    keys: data.jwks_uri,
    algorithms: data.id_token_signing_alg_values_supported,
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint,
    endSessionEndpoint: data.end_session_endpoint,
  }
}

function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
