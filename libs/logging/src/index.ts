export { createLogger, type Logger, type LoggerOptions } from './create-logger.ts'
export { redactText } from './redact.ts'
