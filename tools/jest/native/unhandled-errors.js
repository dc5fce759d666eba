import { getState } from 'jest-circus'

/** Unhandled rejections and the errors that they caused, by promise. */
const recorded = new WeakMap()

/** An error that nobody handles fails the running test, or the suite when no test runs. */
function record(error, promise) {
  const { currentlyRunningTest, unhandledErrors } = getState()
  const errors = currentlyRunningTest?.errors ?? unhandledErrors
  errors.push(error)
  if (promise instanceof Promise) recorded.set(promise, { errors, error })
}

/** A rejection that is handled later is not an error. */
function withdraw(promise) {
  const { errors, error } = recorded.get(promise) ?? { errors: [] }
  if (errors.includes(error)) errors.splice(errors.indexOf(error), 1)
}

/** Records unhandled errors from now on, and returns a function that stops it. */
export function recordUnhandledErrors() {
  const onError = (error) => record(error)
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', record)
  process.on('rejectionHandled', withdraw)
  return () => {
    process.off('uncaughtException', onError)
    process.off('unhandledRejection', record)
    process.off('rejectionHandled', withdraw)
  }
}
