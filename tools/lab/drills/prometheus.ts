import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { freePorts } from '../../../test/support/free-ports.ts'
import { pause } from '../../../test/support/process.ts'
import type { Print } from '../stage.ts'

/** Maximum time for an alert to fire or to resolve. */
const TIMEOUT_MS = 60_000
const QUIET_POLLS = 6
const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))

/** Prometheus that scrapes local processes, with shortened intervals of the alert rules. */
export interface RunningPrometheus {
  /** Returns the names of the firing alerts. */
  firing: () => Promise<string[]>
  /** Returns the number of series of a query; throws when it is invalid. */
  countSeries: (query: string) => Promise<number>
  stop: () => Promise<void>
}

/**
 * Starts the installed Prometheus.
 *
 * @param targets metrics ports by the names of the services
 * @throws Error when it is not installed or does not start
 */
export async function startPrometheus(
  targets: Readonly<Record<string, number>>,
): Promise<RunningPrometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'landscape-prometheus-'))
  const [port = 0] = await freePorts(1)
  await writeSettings(directory, targets)
  const child = launch(directory, port)
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Prometheus ended with ${code}`)))
  })
  failed.catch(() => {})
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    const body = (await response.json()) as { error?: string; data: unknown }
    if (!response.ok) throw new Error(body.error)
    return body.data
  }
  const isUp = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined)
    return response?.ok === true
  }
  while (!(await Promise.race([isUp(), failed]))) await pause()
  return {
    async firing() {
      const { alerts } = (await get('/api/v1/alerts')) as { alerts: Alert[] }
      const names = alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname)
      return [...new Set(names)].toSorted()
    },
    async countSeries(query) {
      const path = `/api/v1/query?query=${encodeURIComponent(query)}`
      return ((await get(path)) as { result: unknown[] }).result.length
    },
    async stop() {
      child.removeAllListeners('exit')
      child.kill()
      await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function writeSettings(directory: string, targets: Readonly<Record<string, number>>) {
  const rules = await readFile(join(DEPLOY, 'prometheus/landscape.rules.yml'), 'utf8')
  await writeFile(join(directory, 'rules.yml'), withShortIntervals(rules))
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: Object.entries(targets).map(([job, target]) => ({
      job_name: job,
      static_configs: [{ targets: [`127.0.0.1:${target}`] }],
    })),
  }
  // JSON is valid YAML.
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config))
}

function launch(directory: string, port: number): ChildProcess {
  return spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  )
}

interface Alert {
  state: string
  labels: { alertname: string }
}

/** Shortens the intervals of alert rules from minutes to seconds and keeps their thresholds. */
function withShortIntervals(rules: string): string {
  return rules
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replaceAll(/offset \d+m/g, 'offset 15s')
    .replaceAll(/for: \d+m/g, 'for: 3s')
}

/** Returns titles and queries of the dashboard's panels with the shortened interval. */
export async function dashboardQueries(): Promise<[title: string, query: string][]> {
  const text = await readFile(join(DEPLOY, 'grafana/landscape.json'), 'utf8')
  const { panels } = parse(text) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [
      title,
      expr.replaceAll('$__rate_interval', '15s'),
    ]),
  )
}

/** Waits for alerts, prints when each fired, and returns whether all of them did. */
export async function untilFiring(
  prometheus: RunningPrometheus,
  wanted: readonly string[],
  print: Print,
): Promise<boolean> {
  const began = performance.now()
  const seen = new Map<string, number>()
  while (wanted.some((name) => !seen.has(name)) && performance.now() - began < TIMEOUT_MS) {
    await sleep(500)
    for (const name of await prometheus.firing()) {
      if (seen.has(name)) continue
      seen.set(name, performance.now() - began)
      print(`  after ${seconds(began)} s: ${name}`)
    }
  }
  const silent = wanted.filter((name) => !seen.has(name))
  if (silent.length > 0) print(`  not fired: ${silent.join(', ')}`)
  return silent.length === 0
}

/**
 * Waits until alerts have resolved.
 *
 * @param wanted all firing alerts when absent
 * @returns whether all of them resolved
 */
export async function untilResolved(
  prometheus: RunningPrometheus,
  wanted: readonly string[] | undefined,
  print: Print,
): Promise<boolean> {
  const firing = async () =>
    (await prometheus.firing()).filter((name) => !wanted || wanted.includes(name))
  const began = performance.now()
  let left = await firing()
  // Several polls: a restarted process has no metrics until its next scrape.
  let quietPolls = 0
  while (quietPolls < QUIET_POLLS && performance.now() - began < TIMEOUT_MS) {
    await sleep(500)
    left = await firing()
    quietPolls = left.length === 0 ? quietPolls + 1 : 0
  }
  print(
    `  ${left.length === 0 ? 'resolved' : `still firing: ${left.join(', ')}`} after ${seconds(began)} s`,
  )
  return left.length === 0
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
