export { mayAct, type Group, type Identity } from './identity.ts'
export {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
  misdirected,
  SERVICE_HEADER,
  type IdentitySigner,
  type IdentityVerifier,
} from './identity-token.ts'
