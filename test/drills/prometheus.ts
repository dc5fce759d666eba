import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { freePorts } from '../support/free-ports.ts'
import { pause } from '../support/process.ts'

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
