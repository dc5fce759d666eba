export { networkOf, plainAddress } from './client-network.ts'
export { METHODS } from './connection-errors.ts'
export {
  always,
  describeHeaders,
  optional,
  problemHeadersOf,
  type AnswerHeader,
} from './answer-headers.ts'
export { describeApi } from './describe-api.ts'
export { problemContent, problemExamples } from './describe-responses.ts'
export { listen } from './listen.ts'
export { assertOwnHost, isLocalName, isLoopback } from './own-host.ts'
export { announce, answerEmpty, beginAnswer } from './answer-head.ts'
export { pathOf, queryOf } from './request-target.ts'
export { mountRoutes } from './mount-routes.ts'
export type { Instrument, Metrics, Reading } from './metrics.ts'
export { answering } from './answering.ts'
export { createAnswerProblem, type AnswerProblem, type ProblemPage } from './answer-problem.ts'
export { statusOf, toProblem, type Problem } from './problem.ts'
export { otherReply, reply, Reply, replyBytes } from './reply.ts'
export {
  createBeginRequest,
  noteAskedAs,
  PROBES,
  requestIdOf,
  routeOf,
  setRoute,
} from './begin-request.ts'
export { BODY_BYTES, route, type Call, type Route, type SentText } from './route.ts'
export {
  assertAnnounced,
  assertNoCoding,
  createByteBudget,
  hasBody,
  readUpTo,
  tooLarge,
} from './request-body.ts'
export { isShareable, SHAREABLE, SHARED_READ_HEADERS } from './shared-read.ts'
export { securityWithToken, type Security } from './security.ts'
export { authorise } from './serve-route.ts'
export {
  currentTrace,
  inTrace,
  traceFields,
  traceHeaders,
  type TraceContext,
} from './trace-context.ts'
export { beginCall, type Tracing } from './tracing.ts'
export { MAX_HEADER_BYTES, serve, type Running, type ServeOptions } from './serve.ts'
