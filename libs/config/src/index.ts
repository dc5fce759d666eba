export { aliasLine, namesOf, settingOf, usedAliases } from './aliases.ts'
export { ConfigError, faultLine, parseConfig, type ConfigProblem } from './parse-config.ts'
export {
  areContactsOpen,
  ClientProfile,
  ContactsShownTo,
  HttpUrl,
  List,
  Port,
  ProcessEnv,
  ServerEnv,
  serverSettings,
} from './fields.ts'
export { nearest } from './command-line/nearest.ts'
export { withProgress, type Progress } from './command-line/progress.ts'
export { readNumber } from './command-line/read-arguments.ts'
export { runTool } from './command-line/run-tool.ts'
export { command, UsageError } from './command-line/tool.ts'
export { misspeltLine, misspeltSettings } from './misspelt.ts'
