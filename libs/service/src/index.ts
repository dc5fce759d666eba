export { ChangesQuery } from './answers/changes-query.ts'
export { NO_CURSOR, PageLimit, pageCursor } from './answers/page-query.ts'
export {
  isCurrent,
  respond,
  respondPublic,
  respondStored,
  staleHeaders,
  type ReadOptions,
} from './answers/conditional-read.ts'
export { csvOf, readCell } from './answers/csv.ts'
export { chooseEncoding, type Encoding } from './answers/encoding.ts'
export {
  PAGE,
  PICTURE,
  preparePage,
  preparePicture,
  respondPage,
  respondPicture,
} from './answers/for-people.ts'
export {
  answerOf,
  createAnswerCache,
  prepareAnswer,
  prepareText,
  type AnswerCache,
  type PreparedAnswer,
} from './answers/prepared-answer.ts'
export { problemPage } from './answers/problem-page.ts'
export { PROBLEM_WORDS, UNFORESEEN, type ProblemWords } from './answers/problem-words.ts'
export {
  inRows,
  preparedIn,
  preparedRows,
  type Rows,
  ROW_FORMAT,
  rowFormat,
  rowType,
  type RowFormat,
} from './answers/rows.ts'
export {
  actorOf,
  editDocument,
  readDocument,
  readOr,
  readRequired,
} from './answers/whole-document.ts'
export { Degraded, healthRoutes, type Check } from './process/health.ts'
export { createLastUse, type LastUse } from './process/last-use.ts'
export { createStateChangeFilter } from './process/state-change-filter.ts'
export { runServer } from './process/run-server.ts'
export { runService } from './process/run-service.ts'
export { ServiceEnv, serviceSettings } from './process/run-service.ts'
export { serviceApp, type AppContext } from './process/service-app.ts'
export { PREVIEW, previewEdit } from './answers/preview.ts'
