export { createDevIdp } from './identity-provider.ts'
export { LOCAL_POOL, localSettings } from './local-pool.ts'
export { createProviderIssuer, providerSettings } from './local-provider.ts'
export {
  createTokenIssuer,
  encodePart,
  signToken,
  type IssuerKeys,
  type TokenIssuer,
} from './token-issuer.ts'
