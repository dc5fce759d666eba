import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { servicesOf, watchCode } from './watch.ts'

const SERVICES = ['gateway', 'data']

describe('servicesOf', () => {
  it.each([
    ['services/data/src/radar/radar.ts', ['data']],
    ['services/gateway/src/site/site.css', ['gateway']],
    ['libs/store/src/index.ts', SERVICES],
    ['services/projects/src/app.ts', []],
    ['services/data/src/radar/radar.test.ts', []],
    ['services/data/test/radar.test.ts', []],
    ['services/data/README.md', []],
    ['services/data/src/radar/.radar.ts.swp', []],
    ['libs/client/src/generated.ts', []],
    ['libs/client/openapi.json', ['gateway']],
    ['tools/start.ts', []],
  ])('finds the services that run %s', (path, services) => {
    expect(servicesOf(path, SERVICES)).toEqual(services)
  })
})

describe('watchCode', () => {
  let root: string
  let changes: string[][]
  let stop: () => void

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'watch-'))
    for (const path of ['services/data/src/a/b.ts', 'services/gateway/src/c.ts', 'libs/x/src/d.ts'])
      write(path)
    changes = []
    stop = watchCode(root, SERVICES, (names) => changes.push(names))
  })

  afterEach(() => {
    stop()
    rmSync(root, { recursive: true })
  })

  function write(path: string): void {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }

  /** Resolves with the services of the next report. */
  async function next(): Promise<string[] | undefined> {
    while (changes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    return changes.shift()
  }

  it('reports a file that an editor replaces, each time', async () => {
    for (let saves = 0; saves < 3; saves++) {
      write('services/data/src/a/b.ts.tmp')
      renameSync(join(root, 'services/data/src/a/b.ts.tmp'), join(root, 'services/data/src/a/b.ts'))
      expect(await next()).toEqual(['data'])
    }
  })

  it('reports several changes together', async () => {
    write('services/gateway/src/c.ts')
    write('services/data/src/a/b.ts')
    write('services/data/README.md')
    expect((await next())?.toSorted()).toEqual(['data', 'gateway'])
  })

  it('reports a change in a library for all services', async () => {
    write('libs/x/src/d.ts')
    expect(await next()).toEqual(SERVICES)
  })

  it('watches directories that are new or made again', async () => {
    for (let times = 0; times < 2; times++) {
      rmSync(join(root, 'services/data/src/new'), { recursive: true, force: true })
      mkdirSync(join(root, 'services/data/src/new/deep'), { recursive: true })
      const poll = setInterval(() => write('services/data/src/new/deep/e.ts'), 400)
      expect(await next()).toEqual(['data'])
      clearInterval(poll)
    }
  })
})
