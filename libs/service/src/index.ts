export {
  answerOf,
  createAnswerCache,
  prepareAnswer,
  respond,
  type AnswerCache,
} from './answers/prepared-answer.ts'
export { staleHeaders } from './answers/stale-headers.ts'
export { readRequired, respondStored } from './answers/stored-value.ts'
export { editDocument, readDocument } from './answers/whole-document.ts'
export { Degraded, healthRoutes, type Check, type HealthDeps } from './process/health.ts'
export { runServer, type ServerContext, type ServerParts } from './process/run-server.ts'
export { runService } from './process/run-service.ts'
export { ServiceEnv, serviceSettings } from './process/service-env.ts'
export { serviceApp, type AppContext } from './process/service-app.ts'
