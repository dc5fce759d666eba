import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { ROOT } from '../../docs/texts.ts'

const own = {
  testRunner: '<rootDir>/tools/jest/native/run-suite.js',
  testEnvironment: '<rootDir>/tools/jest/native/environment.js',
}

interface Result {
  numRuntimeErrorTestSuites: number
  testResults: {
    message: string
    assertionResults: {
      fullName: string
      status: string
      location: object
      failureMessages: string[]
    }[]
  }[]
}

/** The results of the fixtures, with Jest's runner or ours. */
async function resultsOf(fixture: string, runner: object, ...args: readonly string[]) {
  const config = {
    rootDir: ROOT,
    testMatch: [`**/${fixture}.fixture.js`],
    transform: {},
    testLocationInResults: true,
    ...runner,
  }
  const jest = ['node_modules/jest/bin/jest.js', '--json', '--config', JSON.stringify(config)]
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...options, ...jest, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [json, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const { testResults, numRuntimeErrorTestSuites } = JSON.parse(json) as Result
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    code: code as number,
    broken: numRuntimeErrorTestSuites,
    messages: testResults.map(({ message }) => message).join('\n'),
    tests: tests.map(({ fullName, status, location, failureMessages }) => ({
      fullName,
      status,
      location,
      failures: failureMessages.map((message) => message.split('\n', 1)[0]),
    })),
  }
}

describe('the runner of suites', () => {
  it("reports what Jest's own runner reports", async () => {
    const theirs = await resultsOf('outcomes', {})
    const ours = await resultsOf('outcomes', own)
    expect(ours.tests).toEqual(theirs.tests)
    expect(ours.tests.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill('failed'),
      ...Array(3).fill('passed'),
      'pending',
      'todo',
    ])
    expect(ours.code).toBe(1)
  })

  it('runs the tests with a name', async () => {
    const { tests, code } = await resultsOf('outcomes', own, '-t', 'table of tests: 1')
    expect(tests.filter(({ status }) => status === 'passed')).toMatchObject([
      { fullName: 'is a table of tests: 1' },
    ])
    expect(code).toBe(1)
  })

  it('fails a suite that ends before an unhandled error', async () => {
    const { messages, code } = await resultsOf('late', own)
    expect(messages).toContain('too late')
    expect(code).toBe(1)
  })

  it('fails a suite that cannot be loaded', async () => {
    const { messages, code, broken } = await resultsOf('broken', own)
    expect(messages).toContain('cannot load')
    expect([code, broken]).toEqual([1, 1])
  })
})
