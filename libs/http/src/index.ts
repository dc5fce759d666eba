export { announce, answerEmpty, beginAnswer } from './answer-head.ts'
export {
  type AnswerHeader,
  always,
  describeHeaders,
  optional,
  problemHeadersOf,
} from './answer-headers.ts'
export { type AnswerProblem, createAnswerProblem } from './answer-problem.ts'
export { answering } from './answering.ts'
export { ChangesQuery } from './answers/changes-query.ts'
export {
  type ReadOptions,
  isCurrent,
  respond,
  respondPublic,
  respondStored,
  staleHeaders,
} from './answers/conditional-read.ts'
export { csvOf, readCell } from './answers/csv.ts'
export { type Encoding, chooseEncoding } from './answers/encoding.ts'
export {
  PAGE,
  PICTURE,
  preparePage,
  preparePicture,
  respondPage,
  respondPicture,
} from './answers/for-people.ts'
export { NO_CURSOR, PageLimit, pageCursor } from './answers/page-query.ts'
export {
  type AnswerCache,
  type PreparedAnswer,
  answerOf,
  createAnswerCache,
  prepareAnswer,
  prepareText,
} from './answers/prepared-answer.ts'
export { PREVIEW, previewEdit } from './answers/preview.ts'
export { problemPage } from './answers/problem-page.ts'
export { PROBLEM_WORDS, type ProblemWords, UNFORESEEN } from './answers/problem-words.ts'
export {
  ROW_FORMAT,
  type RowFormat,
  type Rows,
  inRows,
  preparedIn,
  preparedRows,
  rowFormat,
  rowType,
} from './answers/rows.ts'
export {
  actorOf,
  editDocument,
  readDocument,
  readOr,
  readRequired,
} from './answers/whole-document.ts'
export {
  PROBES,
  createBeginRequest,
  noteAskedAs,
  requestIdOf,
  routeOf,
  setRoute,
} from './begin-request.ts'
export { networkOf, plainAddress } from './client-network.ts'
export { METHODS } from './connection-errors.ts'
export { describeApi } from './describe-api.ts'
export { problemContent, problemExamples } from './describe-responses.ts'
export { listen } from './listen.ts'
export { type Instrument, type Metrics, type Reading } from './metrics.ts'
export { mountRoutes } from './mount-routes.ts'
export { assertOwnHost, isLocalName, isLoopback } from './own-host.ts'
export { statusOf } from './problem.ts'
export { redactText, redactValue } from './redact.ts'
export { Reply, otherReply, reply, replyBytes } from './reply.ts'
export {
  assertAnnounced,
  assertNoCoding,
  createByteBudget,
  hasBody,
  readUpTo,
  tooLarge,
} from './request-body.ts'
export { pathOf, queryOf } from './request-target.ts'
export { BODY_BYTES, type Call, type Route, type SentText, route } from './route.ts'
export { type Security, securityWithToken } from './security.ts'
export { authorise } from './serve-route.ts'
export { MAX_HEADER_BYTES, type Running, type ServeOptions, serve } from './serve.ts'
export { SHARED_READ_HEADERS, isShareable } from './shared-read.ts'
export { type TraceContext, inTrace, traceFields, traceHeaders } from './trace-context.ts'
export { type Tracing, beginCall } from './tracing.ts'
