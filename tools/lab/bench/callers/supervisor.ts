import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../../../test/support/free-ports.ts'
import { untilReady } from '../../../start/ready.ts'
import { residentMbOf, type Measurement } from '../measure.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const STARTS = 3
/** Until the processes only wait. */
const SETTLE_MS = 5_000

/** Resident memory of the process of `npm start` that supervises the services. */
export async function benchSupervisor(): Promise<Measurement[]> {
  const values: number[] = []
  while (values.length < STARTS) values.push(await supervisorMb())
  return [
    {
      label: 'npm start: resident memory of the supervisor',
      values,
      unit: 'MB',
      target: '≤ 60',
    },
  ]
}

async function supervisorMb(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const urls = (await freePorts(5)).map((port) => new URL(`http://127.0.0.1:${port}`))
  const [gateway, projects, data, adminReview, assistant] = urls.map(({ origin }) => origin)
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const child = spawn('sh', ['-c', scripts['start'] ?? ''], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: directory,
      PORT: urls[0]?.port,
      PROJECTS_URL: projects,
      DATA_URL: data,
      ADMIN_REVIEW_URL: adminReview,
      ASSISTANT_URL: assistant,
    },
  })
  const ended = once(child, 'exit')
  const over = new AbortController()
  void ended.then(() => over.abort())
  try {
    if (!(await untilReady(gateway ?? '', over.signal))) throw new Error('npm start ended')
    await sleep(SETTLE_MS)
    const waiting = treeOf(child.pid ?? 0).filter((pid) => !commandOf(pid).includes('services/'))
    // The bootstrap waits as well, and takes less.
    return Math.max(...waiting.map(residentMbOf))
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
}

function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}
