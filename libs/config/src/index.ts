export { ConfigError, faultLine, parseConfig, type ConfigProblem } from './parse-config.ts'
export {
  BodyLimit,
  bodyLimitOf,
  hostOf,
  HttpUrl,
  List,
  logGroupOf,
  Port,
  ProcessEnv,
  Secret,
} from './fields.ts'
