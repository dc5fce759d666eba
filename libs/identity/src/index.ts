export { mayAct, type Group, type Identity } from './identity.ts'
export {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
  IdentityRefused,
  misdirected,
  SCM_COOKIES,
  SERVICE_HEADER,
  type IdentitySigner,
  type IdentityVerifier,
  type Refusal,
} from './identity-token.ts'
