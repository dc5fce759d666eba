import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '@jest/globals'
import { freePorts } from './free-ports.ts'
import { applyBlock, blocksIn, type Block } from './guide.ts'
import { landscapeSettings } from './landscape.ts'
import { copyRepository } from './repository-copy.ts'

const READY = 'The technology landscape is running.'

/** A copy of the repository in which a test follows a guide, with ports of its own. */
export interface GuideCopy {
  directory: string
  /** Replaces the settings of the next commands, and removes stored documents. */
  reset: (more?: Readonly<Record<string, string>>) => Promise<void>
  /** The address of a path of the started landscape. */
  address: (path: string) => string
  /**
   * Runs a command of a guide; resolves with its standard output.
   *
   * @throws Error when its exit code is not in `fine`
   */
  run: (script: string, fine?: readonly unknown[]) => Promise<string>
  /** Runs a command until `stop`, or until one that prints the same when it is ready; resolves when it is. */
  start: (script?: string, ready?: string) => Promise<void>
  stop: () => Promise<void>
  /**
   * Writes the files of a guide, runs its commands and compares their output.
   *
   * @param other handles blocks of other languages
   */
  follow: (name: string, other?: (block: Block) => Promise<void>) => Promise<void>
  remove: () => Promise<void>
}

/** Copies the repository; `remove` it after the tests. */
export async function createGuideCopy(): Promise<GuideCopy> {
  const directory = await copyRepository()
  let env: Record<string, string> = {}
  /** Commands that run, by the text that they print when they are ready. */
  const running = new Map<string, () => Promise<unknown>>()
  const address = (path: string) => `http://localhost:${env['PORT']}${path}`
  const spawned = (script: string) =>
    spawn('bash', ['--norc', '-euo', 'pipefail', '-c', withOwnPort(script)], {
      cwd: directory,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const withOwnPort = (script: string) =>
    script
      .replaceAll('localhost:5001', `localhost:${env['PORT']}`)
      .replaceAll('127.0.0.1:5010', `127.0.0.1:${env['DEV_IDP_PORT']}`)

  const guide: GuideCopy = {
    directory,
    address,
    async reset(more = {}) {
      const dataDir = join(directory, '.data')
      await rm(dataDir, { recursive: true, force: true })
      const settings = await landscapeSettings(dataDir)
      env = { ...settings, HOME: process.env['HOME'] ?? '', ...more }
    },
    async run(script, fine = [0]) {
      const child = spawned(script)
      const exit = new Promise((resolve) => child.once('close', resolve))
      const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
      const status = await exit
      if (!fine.includes(status))
        throw new Error(`exit ${String(status)} of ${script}${output}${problems}`)
      return output
    },
    async start(script = 'npm start', ready = READY) {
      await running.get(ready)?.()
      const child = spawned(`exec env ${script}`)
      const exit = new Promise((resolve) => child.once('close', resolve))
      running.set(ready, async () => {
        child.kill('SIGTERM')
        await exit
      })
      let output = ''
      await new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding('utf8').on('data', (part: string) => {
            output += part
            if (output.includes(ready)) resolve()
          })
        }
        void exit.then(() => reject(new Error(output)))
      })
    },
    async stop() {
      await Promise.all([...running.values()].map((end) => end()))
      running.clear()
    },
    async follow(name, other) {
      const [port, idpPort] = await freePorts(2)
      await guide.reset({ DIGEST_URL: `http://127.0.0.1:${port}`, DEV_IDP_PORT: String(idpPort) })
      let response = ''
      for (const block of blocksIn(await readFile(join(directory, `docs/${name}.md`), 'utf8'))) {
        const { language, text: content } = block
        const script = content.trim()
        if (block.title !== undefined)
          await applyBlock(directory, { ...block, text: withOwnPort(content) })
        else if (language === 'json')
          expect(JSON.parse(response)).toMatchObject(JSON.parse(content) as object)
        else if (language !== 'sh') await other?.(block)
        else if (script.endsWith('npm start')) await guide.start(script)
        else if (script === 'npm run dev:idp')
          await guide.start(script, 'Local identity provider on')
        else response = await guide.run(script)
      }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
  return guide
}
