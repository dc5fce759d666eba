export { createDevIdp } from './identity-provider.ts'
export { LOCAL_POOL, localSettings, type Pool } from './local-pool.ts'
export { createTokenIssuer, type Person, type TokenIssuer } from './token-issuer.ts'
export { encodePart, signToken } from './sign-token.ts'
