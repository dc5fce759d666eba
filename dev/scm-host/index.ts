export { createLocalHost, type LocalHost } from './local-host.ts'
export { SIGN_IN_USERS } from './organisation.ts'
