export { ConfigError, faultLine, parseConfig, type ConfigProblem } from './parse-config.ts'
export {
  hostOf,
  HttpUrl,
  logGroupOf,
  List,
  Port,
  ProcessEnv,
  ServiceEnv,
  serviceSettings,
} from './fields.ts'
