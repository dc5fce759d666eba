import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { launch } from '../tools/start/launch.ts'
import type { ServicePlan } from '../tools/start/plan.ts'
import { untilReady } from '../tools/start/ready.ts'
import { createSupervisor, type Supervisor } from '../tools/start/supervisor.ts'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'

let supervisor: Supervisor
let url: string
let output = ''
const printed: string[] = []

beforeAll(async () => {
  const [port] = await freePorts(1)
  url = `http://127.0.0.1:${port}`
  const plan: ServicePlan = {
    name: 'data',
    script: 'test/support/crashing-service.ts',
    url,
    listens: [],
    env: { PATH: process.env['PATH'], PORT: String(port) },
  }
  supervisor = createSupervisor(
    [
      {
        name: 'data',
        launch: () => {
          const child = launch(plan, 'pipe')
          for (const stream of [child.stdout, child.stderr]) {
            stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
          }
          return child
        },
        untilReady: (signal) => untilReady(url, signal),
      },
    ],
    { say: (line) => void printed.push(line), firstPauseMs: 50 },
  )
  expect(await supervisor.start()).toEqual([])
})
afterAll(() => supervisor?.stop())

const request = async (path: string) => (await fetch(url + path)).text()

async function untilPrinted(text: string, times: number) {
  while (printed.filter((line) => line.includes(text)).length < times) {
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

describe('an uncaught error', () => {
  // spec: 7-r7b 7-r7c
  it.each([
    ['exception', '/throw', 'thrown for [redacted]', 1],
    ['rejection', '/reject', 'rejected', 2],
  ])('drains the process and starts a new one: %s', async (_kind, path, message, times) => {
    const pid = await request('/readyz')
    // The crashed process completes its pending request.
    expect(await request(path)).toBe(pid)
    await untilPrinted('is back', times)
    expect(
      printed.filter((line) => line.includes('ended unexpectedly (exit code 1)')),
    ).toHaveLength(times)
    expect(await request('/readyz')).not.toBe(pid)
    const logged = output
      .split('\n')
      .filter((line) => line.includes('"level":"fatal"') && line.includes(message))
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'uncaught error, stopping to be restarted',
        service: 'crashing',
        pid: Number(pid),
        err: expect.objectContaining({ type: 'Error', message }),
      }),
    ])
  })
})
