export { createDevIdp } from './identity-provider.ts'
export { LOCAL_POOL, localSettings, type Pool } from './local-pool.ts'
export {
  createTokenIssuer,
  encodePart,
  signToken,
  type IssuerKeys,
  type Person,
  type TokenIssuer,
} from './token-issuer.ts'
