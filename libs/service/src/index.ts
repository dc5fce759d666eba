export {
  answerOf,
  createAnswerCache,
  prepareAnswer,
  respond,
  type AnswerCache,
} from './answers/prepared-answer.ts'
export { readRequired, respondStored } from './answers/stored-value.ts'
export { editDocument, readDocument } from './answers/whole-document.ts'
export { documentFigures } from './process/document-figures.ts'
export { Degraded, healthRoutes, type Check, type HealthDeps } from './process/health.ts'
export { openMetrics } from './process/open-metrics.ts'
export { runProcess } from './process/run-process.ts'
export { serviceApp, type ServiceAppDeps } from './process/service-app.ts'
