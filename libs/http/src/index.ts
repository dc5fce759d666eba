export { addHeaders, sendEmpty, startResponse } from './responses/response-head.ts'
export {
  type ResponseHeader,
  required,
  describeHeaders,
  optional,
  problemHeadersOf,
} from './description/response-headers.ts'
export { type SendProblem, createSendProblem } from './errors/send-problem.ts'
export { createRequestListener } from './server/request-listener.ts'
export { ChangesQuery } from './request/changes-query.ts'
export {
  type ReadOptions,
  isCurrent,
  respond,
  respondPublic,
  respondStored,
  staleHeaders,
} from './responses/conditional-read.ts'
export { toCsv, readCell } from './responses/csv.ts'
export { type Encoding, chooseEncoding } from './responses/encoding.ts'
export {
  PAGE,
  PICTURE,
  preparePage,
  preparePicture,
  respondPage,
  respondPicture,
  SEARCH_PAGE,
} from './responses/pages.ts'
export {
  NEXT_PAGE,
  OTHER_ORDER,
  PageLimit,
  nextPageLink,
  pageCursor,
} from './request/page-query.ts'
export { parametersOf, urlWith } from './request/url-with.ts'
export {
  type ResponseCache,
  type PreparedResponse,
  preparedJsonOf,
  createResponseCache,
  prepareJson,
  prepareText,
} from './responses/prepared-response.ts'
export { PREVIEW, previewEdit } from './responses/preview.ts'
export { problemPage } from './errors/problem-page.ts'
export { PROBLEM_TEXTS, type ProblemText, UNEXPECTED } from './errors/problem-texts.ts'
export {
  ROW_FORMAT,
  type RowFormat,
  type Rows,
  rowTypes,
  prepareAs,
  prepareRows,
  rowFormat,
  rowType,
} from './responses/rows.ts'
export { actorOf, editDocument, readOr, readRequired } from './responses/documents.ts'
export { showDocument, type View } from './responses/show-document.ts'
export {
  PROBES,
  createBeginRequest,
  setSharedRequestId,
  requestIdOf,
  routeOf,
  setRoute,
} from './server/begin-request.ts'
export { networkOf, plainAddress } from './request/client-network.ts'
export { METHODS } from './server/connection-errors.ts'
export { describeApi } from './description/describe-api.ts'
export { problemContent, problemExamples } from './description/describe-responses.ts'
export { listen } from './server/listen.ts'
export { type Instrument, type Metrics, type Reading } from './telemetry/metrics.ts'
export { mountRoutes } from './route/mount-routes.ts'
export { assertOwnHost, isLocalName, isLoopback } from './request/own-host.ts'
export { statusOf, unauthenticated } from './errors/problem.ts'
export { redactText, redactValue } from './telemetry/redact.ts'
export { Reply, otherReply, reply, replyBytes } from './responses/reply.ts'
export {
  assertContentLength,
  assertUncompressed,
  createByteBudget,
  hasBody,
  readUpTo,
  payloadTooLarge,
} from './request/request-body.ts'
export { pathOf, queryOf } from './request/request-target.ts'
export { BODY_BYTES, type Call, type Route, type TextParameter, route } from './route/route.ts'
export { type Security, securityWithToken } from './description/security.ts'
export { assertInScope, authorise } from './route/serve-route.ts'
export { MAX_HEADER_BYTES, type Running, type ServeOptions, serve } from './server/serve.ts'
export {
  AUDIENCE_HEADER,
  PRIVATE,
  SHARED_READ_HEADERS,
  isShareable,
  isShareableSignedIn,
} from './route/shared-read.ts'
export { type TraceContext, traceFields, traceHeaders } from './telemetry/trace-context.ts'
export { type Tracing, beginCall } from './telemetry/tracing.ts'
