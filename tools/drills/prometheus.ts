import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { freePorts } from '../../test/support/free-ports.ts'
import { pause } from '../../test/support/process.ts'

/** How long a drill waits for an alarm to ring, and to end. */
const PATIENCE_MS = 60_000
const QUIET_LOOKS = 6
const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))

/** Prometheus, asking processes of this machine, with our alarms in fast motion. */
export interface RunningPrometheus {
  /** Names of the alarms that ring now. */
  ringing: () => Promise<string[]>
  /** Number of series that a query has now. @throws Error when it is no query */
  ask: (query: string) => Promise<number>
  stop: () => Promise<void>
}

/**
 * Starts the Prometheus that is installed here.
 *
 * @param targets metrics ports by the names of the services
 * @throws Error when there is none, or it does not start
 */
export async function startPrometheus(
  targets: Readonly<Record<string, number>>,
): Promise<RunningPrometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'landscape-prometheus-'))
  const [port = 0] = await freePorts(1)
  const rules = await readFile(join(DEPLOY, 'prometheus/landscape.rules.yml'), 'utf8')
  await writeFile(join(directory, 'rules.yml'), inFastMotion(rules))
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: Object.entries(targets).map(([job, target]) => ({
      job_name: job,
      static_configs: [{ targets: [`127.0.0.1:${target}`] }],
    })),
  }
  // JSON is YAML, too.
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config))
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  )
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Prometheus ended with ${code}`)))
  })
  failed.catch(() => {})
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    const body = (await answer.json()) as { error?: string; data: unknown }
    if (!answer.ok) throw new Error(body.error)
    return body.data
  }
  const isUp = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined)
    return answer?.ok === true
  }
  while (!(await Promise.race([isUp(), failed]))) await pause()
  return {
    async ringing() {
      const { alerts } = (await ask('/api/v1/alerts')) as { alerts: Alert[] }
      const names = alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname)
      return [...new Set(names)].toSorted()
    },
    async ask(query) {
      const path = `/api/v1/query?query=${encodeURIComponent(query)}`
      return ((await ask(path)) as { result: unknown[] }).result.length
    },
    async stop() {
      child.removeAllListeners('exit')
      child.kill()
      await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface Alert {
  state: string
  labels: { alertname: string }
}

/** The same alarms, with seconds where they have minutes: what they compare stays. */
function inFastMotion(rules: string): string {
  return rules
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replaceAll(/offset \d+m/g, 'offset 15s')
    .replaceAll(/for: \d+m/g, 'for: 3s')
}

/** Titles and queries of the panels of the dashboard, with the interval of the alarms in fast motion. */
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

/** Takes a line for whoever runs a drill. */
export type Say = (line: string) => void

/** Waits for alarms, and says when each rang. @returns whether all of them did */
export async function untilRinging(
  prometheus: RunningPrometheus,
  wanted: readonly string[],
  say: Say,
): Promise<boolean> {
  const began = performance.now()
  const heard = new Map<string, number>()
  while (wanted.some((name) => !heard.has(name)) && performance.now() - began < PATIENCE_MS) {
    await sleep(500)
    for (const name of await prometheus.ringing()) {
      if (heard.has(name)) continue
      heard.set(name, performance.now() - began)
      say(`  after ${seconds(began)} s: ${name}`)
    }
  }
  const silent = wanted.filter((name) => !heard.has(name))
  if (silent.length > 0) say(`  silent: ${silent.join(', ')}`)
  return silent.length === 0
}

/**
 * Waits until alarms have ended.
 *
 * @param wanted all that ring when absent
 * @returns whether none of them rings any more
 */
export async function untilQuiet(
  prometheus: RunningPrometheus,
  wanted: readonly string[] | undefined,
  say: Say,
): Promise<boolean> {
  const ringing = async () =>
    (await prometheus.ringing()).filter((name) => !wanted || wanted.includes(name))
  const began = performance.now()
  let left = await ringing()
  // One look is not enough: a process that is restarted has no figures for a moment.
  let quietLooks = 0
  while (quietLooks < QUIET_LOOKS && performance.now() - began < PATIENCE_MS) {
    await sleep(500)
    left = await ringing()
    quietLooks = left.length === 0 ? quietLooks + 1 : 0
  }
  say(
    `  mended: ${left.length === 0 ? 'quiet' : `still ringing: ${left.join(', ')},`} after ${seconds(began)} s`,
  )
  return left.length === 0
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(0)
}
