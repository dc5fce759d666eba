import type { ErrorCode } from '@landscape/contracts/errors/domain-error'

/** The explanation of an error for people. */
export interface ProblemText {
  heading: string
  meaning: string
  /** Next steps of the reader, in a browser and in a program. */
  advice: string
}

const REPORT_IT = 'Try again later. If it fails again, send the request ID to the operator.'
const WAIT = 'In a program, wait for the number of seconds in “Retry-After”.'
const CHECK_FIRST = 'Before you repeat an edit, check whether it was stored.'

/** Explanations by error code. */
export const PROBLEM_TEXTS: Readonly<Record<ErrorCode, ProblemText>> = {
  'invalid-input': {
    heading: 'Invalid request',
    meaning: 'A part of the request is missing or has a value that is not allowed.',
    advice: 'Correct the invalid parts, and send the request again. In a program, read “errors”.',
  },
  unauthenticated: {
    heading: 'Please sign in',
    meaning: 'The request has no valid token: it is missing, malformed or expired.',
    advice: 'Sign in. In a program, send a new ID token as “Authorization: Bearer …”.',
  },
  forbidden: {
    heading: 'Access denied',
    meaning:
      'The caller may not do this: a required group, team, ownership or scope is missing, ' +
      'or a page of another origin sent the request.',
    advice:
      'The error names the missing part. The API reference names the required group of each operation; ' +
      'the administrator of the identity provider can add you to it.',
  },
  'not-found': {
    heading: 'Not found',
    meaning: 'Nothing exists at this address, or you have no access to it.',
    advice: 'Check the address, and the names in it. The API reference lists every path.',
  },
  'method-not-allowed': {
    heading: 'Method not allowed',
    meaning: 'The path does not support this method.',
    advice: 'Use one of the methods in the header “Allow” of the response.',
  },
  'body-missing': {
    heading: 'Data is missing',
    meaning:
      'The body is missing or lacks a required member, or the Content-Type is missing or not JSON.',
    advice:
      'Send the complete record as “Content-Type: application/json”. The API reference shows an example.',
  },
  conflict: {
    heading: 'Conflict with stored data',
    meaning: 'The stored data does not allow this change: for example, the name is taken.',
    advice: 'Read the stored data again, then decide whether to repeat the change.',
  },
  'precondition-failed': {
    heading: 'The data has changed',
    meaning: 'The stored data has changed since it was read.',
    advice: 'Read it again, repeat the change, and send the new tag in “If-Match”.',
  },
  'payload-too-large': {
    heading: 'Too much data',
    meaning: 'The body is larger than the operation accepts.',
    advice: 'Send less data at a time.',
  },
  'target-too-long': {
    heading: 'Address too long',
    meaning: 'The address is longer than the gateway accepts.',
    advice: 'Shorten the query: for example, request fewer repositories at a time.',
  },
  'quota-exceeded': {
    heading: 'Quota exceeded',
    meaning: 'The maximum number or amount of stored data is reached; the error names it.',
    advice:
      'Delete projects or revoke API keys that are no longer needed, ' +
      'or ask an administrator to register the project.',
  },
  'unsupported-media-type': {
    heading: 'Unsupported media type',
    meaning:
      'The operation does not accept the type, the character set or the compression of the body.',
    advice:
      'Send the body uncompressed, in UTF-8, with the Content-Type that the API reference names.',
  },
  misdirected: {
    heading: 'Wrong service',
    meaning: 'The request reached a service that it was not addressed to.',
    advice: 'Send it to the gateway.',
  },
  'rate-limited': {
    heading: 'Too many requests',
    meaning: 'The caller sent too many requests within a minute, or has too many in progress.',
    advice: `Wait a minute, then try again. ${WAIT}`,
  },
  failed: {
    heading: 'Something went wrong',
    meaning: 'A component that this operation needs reported an error.',
    advice: REPORT_IT,
  },
  'not-implemented': {
    heading: 'Not configured',
    meaning: 'This operation needs settings that are missing here.',
    advice: 'Ask the operator to configure it.',
  },
  'upstream-unavailable': {
    heading: 'No complete response',
    meaning: 'A service accepted the request but did not return a complete response.',
    advice: `Try again in a moment. ${CHECK_FIRST}`,
  },
  unavailable: {
    heading: 'Not available at the moment',
    meaning: 'Something that this operation needs is unavailable or overloaded.',
    advice: `Try again in a moment. ${WAIT} ${CHECK_FIRST}`,
  },
  'insufficient-storage': {
    heading: 'A storage limit is reached',
    meaning: 'The store or the registry accepts no more data.',
    advice: 'Tell the operator.',
  },
}

/** The explanation of an unexpected error. */
export const UNEXPECTED: ProblemText = {
  heading: 'Something went wrong',
  meaning: 'The error is unexpected. Its details are in the log, under the request ID.',
  advice: 'Send the request ID to the operator.',
}
