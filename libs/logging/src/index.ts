export { createLogger, redactText, type Logger, type LoggerOptions } from './create-logger.ts'
