import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { landscapeSettings } from './support/landscape.ts'
import { pause, run, untilGone, type Command } from './support/process.ts'
import { copyRepository } from './support/repository-copy.ts'

let repository: string
let dataDir: string
let settings: Awaited<ReturnType<typeof landscapeSettings>>
let landscape: Command

beforeAll(async () => {
  repository = await copyRepository()
  dataDir = mkdtempSync(join(tmpdir(), 'watch-'))
  settings = await landscapeSettings(dataDir)
  const start = join(repository, 'tools/start.ts')
  landscape = run([start, '--watch', 'gateway', 'data'], settings)
  await landscape.prints('The technology landscape is running.')
})

afterAll(async () => {
  landscape.signal('SIGKILL')
  await untilGone([...pidsOf('gateway'), ...pidsOf('data')])
  for (const directory of [repository, dataDir]) rmSync(directory, { recursive: true })
})

/** Returns the process ids that a service has had, from the logs. */
function pidsOf(service: string): number[] {
  const named = landscape
    .output()
    .split('\n')
    .flatMap((line) =>
      line.includes(`"service":"${service}"`) ? (/"pid":(\d+)/.exec(line)?.[1] ?? []) : [],
    )
  return [...new Set(named.map(Number))]
}

/** Changes a file of the copy and resolves with the output when it contains these messages. */
async function change(
  path: string,
  edit: (text: string) => string,
  ...messages: string[]
): Promise<string> {
  const before = landscape.output().length
  const file = join(repository, path)
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
  const output = () => landscape.output().slice(before)
  while (!messages.every((message) => output().includes(message))) await pause()
  return output()
}

const health = async () => (await fetch(`http://127.0.0.1:${settings.PORT}/api/health`)).json()
const processes = () => ({ gateway: pidsOf('gateway').length, data: pidsOf('data').length })

/** Resolves when the expected number of processes have logged: services write their logs after they are ready. */
async function untilProcesses(expected: ReturnType<typeof processes>): Promise<void> {
  while (!isDeepStrictEqual(processes(), expected)) await pause()
}

it('restarts only the service whose code changed, with the new code and the same data', async () => {
  const app = 'services/data/src/app.ts'
  expect(await health()).toMatchObject({ status: 'healthy' })
  const output = await change(app, (text) => `${text}\nprocess.title = 'new'\n`, 'data is ready.')
  expect(output).toContain(`${app} changed: restarting data.`)
  await untilProcesses({ gateway: 1, data: 2 })
  const radar = await fetch(`http://127.0.0.1:${settings.PORT}/api/tech-radar/json`)
  expect(radar.status).toBe(200)
})

it('shows a syntax error, leaves the others running and recovers', async () => {
  const app = 'services/data/src/app.ts'
  const output = await change(app, (text) => `${text}\nconst = 1\n`, 'data ended (exit code 1)')
  expect(output).toMatch(/app\.ts:\d+[\s\S]*const = 1/)
  const live = await fetch(`http://127.0.0.1:${settings.PORT}/livez`)
  expect(live.status).toBe(200)
  await change(app, (text) => text.replace('const = 1\n', ''), 'data is ready.')
  expect(await health()).toMatchObject({ status: 'healthy' })
  await untilProcesses({ gateway: 1, data: 3 })
})

it('restarts all services when a library changed', async () => {
  const library = 'libs/runtime/src/process/run-service.ts'
  const ready = ['gateway is ready.', 'data is ready.']
  const output = await change(library, (text) => `${text}\n// changed\n`, ...ready)
  expect(output).toContain(`${library} changed: restarting gateway, data.`)
  await untilProcesses({ gateway: 2, data: 4 })
})
