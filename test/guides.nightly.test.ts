import { spawn } from 'node:child_process'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { applyBlock, blocksIn } from './support/guide.ts'
import { freePorts } from './support/free-ports.ts'
import { landscapeSettings } from './support/landscape.ts'
import { copyRepository } from './support/repository-copy.ts'

const READY = 'The technology landscape is running.'

let copy: string
let env: Record<string, string>
let stop: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  copy = await copyRepository()
}, 120_000)
afterEach(async () => {
  await stop?.()
  stop = undefined
})
afterAll(async () => {
  await rm(copy, { recursive: true, force: true })
}, 60_000)

/**
 * Runs a command of the guide in the copy; resolves with its standard output.
 *
 * @throws Error when its exit code is not in `fine`
 */
async function command(script: string, fine: readonly unknown[] = [0]): Promise<string> {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise((resolve) => child.once('close', resolve))
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  const status = await exit
  if (!fine.includes(status))
    throw new Error(`exit ${String(status)} of ${script}${output}${problems}`)
  return output
}

/** Runs `npm start` until the end of the guide; resolves when all services are ready. */
async function start(): Promise<void> {
  const child = spawn('npm', ['start'], { cwd: copy, env })
  const exit = new Promise((resolve) => child.once('close', resolve))
  stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part
        if (output.includes(READY)) resolve()
      })
    }
    void exit.then(() => reject(new Error(output)))
  })
}

describe('the guide', () => {
  it.each(['getting-started', 'concepts', 'adding-a-route', 'adding-a-service'])(
    '%s works as written',
    async (name) => {
      const [other] = await freePorts(1)
      env = {
        ...(await landscapeSettings(join(copy, '.data'))),
        HOME: process.env['HOME'] ?? '',
        DIGEST_URL: `http://127.0.0.1:${other}`,
      }
      let response = ''
      for (const block of blocksIn(await readFile(join(copy, `docs/${name}.md`), 'utf8'))) {
        if (block.title !== undefined) await applyBlock(copy, block)
        else if (block.language === 'json') {
          expect(JSON.parse(response)).toMatchObject(JSON.parse(block.text) as object)
        } else if (block.text.trim() === 'npm start') await start()
        else
          response = await command(
            block.text.replaceAll('localhost:5001', `localhost:${env['PORT']}`),
          )
      }
    },
    300_000,
  )

  it('migration works with existing documents', async () => {
    const dataDir = join(copy, '.moved')
    env = { ...(await landscapeSettings(dataDir)), HOME: process.env['HOME'] ?? '' }
    await start()
    await renameRadar('Before the mistake')
    const then = new Date().toISOString()
    await renameRadar('Renamed by mistake')
    await stop?.()
    const commands = blocksIn(await readFile(join(copy, 'docs/migration.md'), 'utf8'))
    expect(commands.map(({ text }) => text).join()).toMatch(/inspect.*check.*export.*restore/s)
    for (const { text } of commands) {
      if (text.includes('organisation_history.json')) {
        const exported = join(copy, 'later-names/assistant')
        await rename(
          join(exported, 'historic_usage_data.json'),
          join(exported, 'organisation_history.json'),
        )
      }
      // Exit code 2 of an inspection: malformed records are kept.
      await command(
        text.replaceAll(/--at \S+/g, `--at ${then}`),
        text.includes('inspect') ? [0, 2] : [0],
      )
    }
    await command('npm run store -- export after-the-move')
    const titleIn = async (directory: string) => {
      const radar = await readFile(join(copy, directory, 'main/onsRadarSkeleton.json'), 'utf8')
      return (JSON.parse(radar) as { title: string }).title
    }
    expect(await titleIn('before-the-move')).toBe('Renamed by mistake')
    expect(await titleIn('after-the-move')).toBe('Before the mistake')
  }, 300_000)
})

async function renameRadar(title: string): Promise<void> {
  const at = `http://127.0.0.1:${env['PORT']}/admin/api/tech-radar`
  const radar = (await (await fetch(at)).json()) as object
  const body = JSON.stringify({ ...radar, title })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${at}/update`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}
