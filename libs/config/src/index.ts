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
export { misspeltLine, misspeltSettings } from './misspelt.ts'
