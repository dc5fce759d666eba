import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'
import { pause, run, type Command } from './support/process.ts'
import { switchable, type Switchable } from './support/switchable.ts'

const SERVICE = 'services/data/src/main.ts'
const REQUEST_ID = 'console-0001'
const ESCAPE = '\u001b['
// The script command of util-linux gives a process a terminal.
const hasTerminal = /util-linux/.test(spawnSync('script', ['--version']).stdout?.toString() ?? '')
const describeOnTerminal = hasTerminal ? describe : describe.skip

/** Lines received by the log group. */
const shipped: string[] = []
let logService: Switchable
let directory: string
let running: Command | undefined
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'landscape-console-'))
  logService = await switchable(createServer((req, res) => void takeLines(req, res)))
})
async function stop(): Promise<void> {
  running?.signal('SIGTERM')
  await running?.exit
}
afterEach(async () => {
  await stop()
  shipped.length = 0
})
afterAll(async () => {
  await logService?.disconnect()
  await rm(directory, { recursive: true, force: true })
})

async function takeLines(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { logEvents = [] } = (await json(req)) as { logEvents?: { message: string }[] }
  shipped.push(...logEvents.map(({ message }) => message))
  res.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end('{}')
}

/** Returns the output of the data service up to the log line of a request. */
async function outputOf(output: 'pipe' | 'terminal', settings: Record<string, string> = {}) {
  const [port] = await freePorts(1)
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    DATA_DIR: directory,
    INTERNAL_TOKEN_SECRET: 'secret of the tests of the console only',
    PORT: String(port),
    AWS_ENDPOINT_URL: logService.origin,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    CLOUD_REGION: 'eu-west-2',
    ...settings,
  }
  running =
    output === 'pipe'
      ? run([SERVICE], env)
      : run(['-qec', `${process.execPath} ${SERVICE}`, '/dev/null'], env, 'script')
  await running.prints('listening')
  const headers = { 'x-request-id': REQUEST_ID }
  await (await fetch(`http://127.0.0.1:${port}/api/banners`, { headers })).text()
  await running.prints(REQUEST_ID)
  return running.output()
}

/** Returns the members of a JSON line without time, process and host. */
function eventOf(line: string): Record<string, unknown> {
  const { level, time, service, hostname, pid, msg, ...event } = JSON.parse(line)
  expect([level, service, hostname]).toEqual(['info', 'data', expect.any(String)])
  expect([new Date(time).toISOString(), typeof pid, typeof msg]).toEqual([time, 'number', 'string'])
  return event
}

const linesOf = (output: string) => output.split(/\r?\n/).filter((line) => line !== '')
const requestIn = (output: string) => linesOf(output).find((line) => line.includes(REQUEST_ID))!

/** Expects one JSON object per line without colour; returns the line of the request. */
function expectJson(output: string): Record<string, unknown> {
  expect(output).not.toContain(ESCAPE)
  for (const line of linesOf(output)) expect(JSON.parse(line)).toEqual(expect.any(Object))
  expect(JSON.parse(requestIn(output)).msg).toBe('request')
  return eventOf(requestIn(output))
}

/** Expects coloured lines with the same members as JSON; returns the line of the request. */
function expectColoured(output: string): Record<string, unknown> {
  for (const line of linesOf(output)) expect(line).toContain(`${ESCAPE}32mINFO${ESCAPE}39m`)
  const line = stripVTControlCharacters(requestIn(output))
  const [, members = ''] = /^\[[\d:.]+\] INFO: data: request (\{.*\})$/.exec(line) ?? []
  return JSON.parse(members) as Record<string, unknown>
}

const REQUEST = {
  requestId: REQUEST_ID,
  method: 'GET',
  route: '/api/banners',
  status: 200,
  ms: expect.any(Number),
}

describe('the console output of a service', () => {
  // spec: 8-s2a
  // spec, otherwise: 8-s2b
  it('is one JSON object per line without colour in a pipe', async () => {
    expect(expectJson(await outputOf('pipe'))).toMatchObject(REQUEST)
  })

  // spec: 8-s2b
  // spec, otherwise: 8-s2a
  it('is coloured in a pipe when LOG_PRETTY is true', async () => {
    expect(expectColoured(await outputOf('pipe', { LOG_PRETTY: 'true' }))).toMatchObject(REQUEST)
  })
})

describeOnTerminal('the console output of a service on a terminal', () => {
  it('has the same lines in colour', async () => {
    const coloured = expectColoured(await outputOf('terminal'))
    expect(coloured).toMatchObject(REQUEST)
    await stop()
    const plain = expectJson(await outputOf('pipe'))
    expect(Object.keys(coloured)).toEqual(Object.keys(plain))
  })

  it('is JSON without colour when LOG_PRETTY is false', async () => {
    const output = await outputOf('terminal', { LOG_PRETTY: 'false' })
    expect(expectJson(output)).toMatchObject(REQUEST)
  })
})

describe('LOG_GROUP_NAME', () => {
  const requestShipped = () => shipped.find((line) => line.includes(REQUEST_ID))

  // spec: 8-r11 8-s2c
  it('sends JSON lines to the log group while the console is coloured', async () => {
    const settings = { LOG_PRETTY: 'true', LOG_GROUP_NAME: 'landscape' }
    const coloured = expectColoured(await outputOf('pipe', settings))
    while (requestShipped() === undefined) await pause()
    expect(expectJson(shipped.join('\n'))).toEqual(coloured)
  })

  // spec, otherwise: 8-r11 8-s2c
  it('sends nothing to the cloud when it is unset', async () => {
    await outputOf('pipe')
    // A stopping process sends its buffered lines.
    await stop()
    expect(shipped).toEqual([])
  })
})
