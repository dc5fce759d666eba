/**
 * Runs a suite on Node's own module loader: a worker evaluates each module once for all of its suites, where
 * Jest's loader evaluates it again for every suite. The suites of a worker share its globals and its modules.
 */
import { createEmptyTestResult } from '@jest/test-result'
import { addEventHandler, getState, resetState, run } from 'jest-circus'
import { formatResultsErrors } from 'jest-message-util'
import { enableCompileCache, registerHooks } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, restoreGlobals } from './globals.js'
import { recordUnhandledErrors } from './unhandled-errors.js'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url)))

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? next('./globals.js', { ...context, parentURL: import.meta.url })
      : // Tests import the source of the client package.
        next(specifier, { ...context, conditions: [...context.conditions, 'landscape-source'] }),
})

addEventHandler((event) => {
  if (event.name === 'test_start') {
    expect.setState({ currentTestName: event.test.name, testFailing: event.test.failing })
  } else if (event.name === 'test_done') {
    const { suppressedErrors, numPassingAsserts } = expect.getState()
    expect.setState({ suppressedErrors: [] })
    const missing = expect.extractExpectedAssertionsErrors().map(({ error }) => error)
    event.test.errors.push(...suppressedErrors, ...missing)
    event.test.numPassingAsserts = numPassingAsserts
  }
})

/**
 * The `testRunner` of Jest's configuration.
 *
 * @returns the result of the suite, as Jest's reporters expect it
 */
export default async function runSuite(globalConfig, config, environment, _runtime, path) {
  resetState()
  const state = getState()
  Object.assign(state, {
    includeTestLocationInResult: config.testLocationInResults,
    testNamePattern: globalConfig.testNamePattern && new RegExp(globalConfig.testNamePattern, 'i'),
    testTimeout: globalConfig.testTimeout ?? state.testTimeout,
  })
  expect.setState({ testPath: path, expand: globalConfig.expand })
  const stopRecording = recordUnhandledErrors()
  const { console } = globalThis
  globalThis.console = environment.global.console
  try {
    await import(pathToFileURL(path))
    const result = await run()
    // Node reports a rejection that nobody handles after the microtasks of the last test.
    const known = state.unhandledErrors.length
    await setImmediate()
    const late = state.unhandledErrors.slice(known).map((error) => String(error?.stack ?? error))
    const unhandledErrors = [...result.unhandledErrors, ...late]
    return resultOf({ ...result, unhandledErrors }, { config, globalConfig, path })
  } finally {
    restoreGlobals()
    stopRecording()
    globalThis.console = console
  }
}

function resultOf({ testResults, unhandledErrors }, { config, globalConfig, path }) {
  const tests = testResults.map(assertionResult)
  const numberOf = (status) => tests.filter((test) => test.status === status).length
  const failures = [formatResultsErrors(tests, config, globalConfig, path), ...unhandledErrors]
  return {
    ...createEmptyTestResult(),
    numFailingTests: numberOf('failed'),
    numPassingTests: numberOf('passed'),
    numPendingTests: numberOf('pending'),
    numTodoTests: numberOf('todo'),
    failureMessage: failures.filter(Boolean).join('\n\n') || null,
    ...(unhandledErrors.length > 0 && {
      testExecError: { message: '', stack: unhandledErrors.join('\n') },
    }),
    testFilePath: path,
    testResults: tests,
  }
}

function assertionResult({ status, errors, errorsDetailed, testPath, ...result }) {
  // The first name is that of the block around the suite.
  const titles = testPath.slice(1)
  return {
    ...result,
    status: statusOf(status, errors),
    failureDetails: errorsDetailed,
    failureMessages: errors,
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    fullName: titles.join(' '),
  }
}

function statusOf(status, errors) {
  if (status === 'skip') return 'pending'
  if (status === 'todo') return 'todo'
  return errors.length > 0 ? 'failed' : 'passed'
}
