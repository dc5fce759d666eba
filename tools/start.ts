/**
 * `npm start`: prepares the start in another process, then supervises the services. This process runs as
 * long as they do, and imports little.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { launch } from './start/launch.ts'
import type { Prepared } from './start/prepare.ts'
import { untilReady } from './start/ready.ts'
import { type Repeated, runEachEvening } from './start/each-evening.ts'
import { createSupervisor } from './start/supervisor.ts'
import { watchCode } from './start/watch.ts'

/** Time in which a second signal belongs to the same key press: npm and the terminal both send it. */
const SAME_SIGNAL_MS = 500

/** Returns the plan, or the exit code of a preparation that ended without one, such as `--help`. */
async function prepare(root: string): Promise<Prepared | number> {
  const file = fileURLToPath(new URL('start/prepare.ts', import.meta.url))
  const child = fork(file, process.argv.slice(2), { cwd: root })
  let prepared: Prepared | undefined
  child.once('message', (message) => (prepared = message as Prepared))
  const [code] = (await once(child, 'close')) as [number | null]
  return prepared ?? code ?? 1
}

/** Returns the exit code when the start failed; a start that succeeded ends with a signal. */
async function start(root: string): Promise<number> {
  const prepared = await prepare(root)
  if (typeof prepared === 'number') return prepared
  const { services, jobs, eachEvening, watch, welcome } = prepared
  const supervisor = createSupervisor(
    [
      ...services.map((service) => ({
        name: service.name,
        launch: () => launch(service),
        untilReady: (signal: AbortSignal) =>
          untilReady(service.url, signal, () =>
            say(`${service.name} is not ready yet: see ${service.url}/readyz.`),
          ),
      })),
      ...jobs.map((job) => {
        return { name: job.name, launch: () => launch(job), untilReady: async () => true }
      }),
    ],
    { say, afterEnd: watch ? 'wait' : 'restart' },
  )
  const repeated: Repeated[] = []
  const isStopping = stopOnRequest({
    async stop() {
      await Promise.all([supervisor, ...repeated].map((one) => one.stop()))
    },
    kill() {
      for (const one of [supervisor, ...repeated]) one.kill()
    },
  })
  if (watch) {
    const planned = [...services, ...jobs].map(({ name }) => name)
    watchCode(root, planned, (changed, path) => {
      say(`${path} changed: restarting ${changed.join(', ')}.`)
      void supervisor.restart(changed)
    })
  }
  const failed = await supervisor.start()
  if (isStopping()) return 0
  if (failed.length > 0 && !watch) {
    await supervisor.stop()
    console.error(`Did not start: ${failed.join(', ')}. See the output above for the reason.`)
    return 1
  }
  say(welcome)
  for (const job of eachEvening)
    repeated.push(runEachEvening({ name: job.name, launch: () => launch(job) }, { say }))
  return 0
}

/**
 * Stops the services on the first signal or when the parent process has ended; a second signal
 * kills them.
 */
function stopOnRequest(running: Repeated): () => boolean {
  let since: number | undefined
  const stop = (reason: string) => {
    if (since === undefined) {
      since = performance.now()
      say(`\n${reason}: stopping; repeat to kill all services.`)
      void running.stop().then(() => process.exit(0))
    } else if (performance.now() - since > SAME_SIGNAL_MS) {
      running.kill()
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal))
  }
  const orphaned = () => stop('The parent process ended')
  process.once('disconnect', orphaned)
  // `undefined` without an IPC channel; `false` means that it has closed already.
  const { connected } = process as { connected?: boolean }
  if (connected === false) orphaned()
  return () => since !== undefined
}

/** Ignores write errors of a closed terminal, so that the services are stopped. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const code = await start(fileURLToPath(new URL('..', import.meta.url)))
if (code > 0) process.exit(code)
