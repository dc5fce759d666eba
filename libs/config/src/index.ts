export { ConfigError, faultLine, parseConfig, type ConfigProblem } from './parse-config.ts'
export {
  hostOf,
  HttpUrl,
  logGroupOf,
  List,
  Port,
  ProcessEnv,
  Secret,
  ServiceEnv,
  serviceSettings,
} from './fields.ts'
