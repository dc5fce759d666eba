export { documentFigures } from './document-figures.ts'
export {
  answerOf,
  createAnswerCache,
  prepareAnswer,
  respond,
  type AnswerCache,
} from './prepared-answer.ts'
export { readRequired, respondStored } from './stored-value.ts'
export { editDocument, readDocument } from './whole-document.ts'
