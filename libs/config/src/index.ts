export { ConfigError, faultLine, parseConfig, type ConfigProblem } from './parse-config.ts'
export { HttpUrl, List, Port, ProcessEnv, ServerEnv, serverSettings } from './fields.ts'
