export { aliasLine, namesOf, settingOf, usedAliases } from './config/aliases.ts'
export { nearest } from './config/command-line/nearest.ts'
export { type Progress, withProgress } from './config/command-line/progress.ts'
export { readNumber } from './config/command-line/read-arguments.ts'
export { runTool } from './config/command-line/run-tool.ts'
export { UsageError, command } from './config/command-line/tool.ts'
export {
  ClientProfile,
  CloudRegion,
  ContactsShownTo,
  List,
  Port,
  ProcessEnv,
  Secret,
  ServerEnv,
  areContactsOpen,
  serverSettings,
} from './config/fields.ts'
export { HttpUrl } from './config/http-url.ts'
export { misspeltLine, misspeltSettings } from './config/misspelt.ts'
export { ConfigError, type ConfigProblem, faultLine, parseConfig } from './config/parse-config.ts'
export { unusedTelemetry } from './config/telemetry.ts'
export { GATEWAY_IDENTITY, SIGNED_IN_IDENTITY } from './identity/gateway-identity.ts'
export {
  IDENTITY_HEADER,
  type IdentitySigner,
  SERVICE_HEADER,
  createIdentitySigner,
  createIdentityVerifier,
} from './identity/identity-token.ts'
export { createLogger } from './logging/create-logger.ts'
export { StoreEnv, openStore, storeProblems } from './open-store.ts'
export { type Check, Degraded, healthRoutes } from './process/health.ts'
export { type LastUse, createLastUse } from './process/last-use.ts'
export { runServer } from './process/run-server.ts'
export { ServiceEnv, runService, serviceSettings } from './process/run-service.ts'
export { type AppContext, serviceApp } from './process/service-app.ts'
export { createStateChangeFilter } from './process/state-change-filter.ts'
