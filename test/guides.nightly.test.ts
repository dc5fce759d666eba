import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { createGuideCopy, type GuideCopy } from './support/guide-copy.ts'
import { addressesInTables, blocksIn } from './support/guide.ts'

let guide: GuideCopy
beforeAll(async () => {
  guide = await createGuideCopy()
}, 120_000)
afterEach(() => guide.stop())
afterAll(() => guide.remove(), 60_000)

describe('the guide', () => {
  it.each(['getting-started', 'concepts', 'adding-a-route', 'adding-a-service', 'identity'])(
    '%s works as written',
    (name) => guide.follow(name),
    300_000,
  )

  it.each([
    ['README.md', 'api/technologies/angular'],
    ['docs/agents.md', '/mcp'],
  ])(
    '%s has requests that succeed',
    async (name, part) => {
      await guide.reset()
      await guide.start()
      const blocks = blocksIn(await readFile(join(guide.directory, name), 'utf8'))
      const requests = blocks.filter(({ text }) =>
        text.includes(`localhost:5001/${part.replace(/^\//, '')}`),
      )
      expect(requests).toHaveLength(1)
      for (const { text } of requests) await guide.run(text.replaceAll('curl ', 'curl -fsS '))
    },
    300_000,
  )

  it('shows only addresses in its tables that the started landscape has', async () => {
    await guide.reset()
    await guide.start()
    for (const name of ['backstage', 'for-clients', 'landscape']) {
      const text = await readFile(join(guide.directory, `docs/${name}.md`), 'utf8')
      const addresses = addressesInTables(text)
      expect(addresses.length).toBeGreaterThan(2)
      for (const path of addresses)
        expect([path, (await fetch(guide.address(path))).status]).toEqual([path, 200])
    }
  }, 300_000)

  it('migration works with existing documents', async () => {
    await guide.reset()
    await guide.start()
    await renameRadar('Before the mistake')
    const then = new Date().toISOString()
    await renameRadar('Renamed by mistake')
    await guide.stop()
    const commands = blocksIn(await readFile(join(guide.directory, 'docs/migration.md'), 'utf8'))
    expect(commands.map(({ text }) => text).join()).toMatch(/inspect.*check.*export.*restore/s)
    for (const { text } of commands) {
      if (text.includes('organisation_history.json')) {
        const exported = join(guide.directory, 'later-names/assistant')
        await rename(
          join(exported, 'historic_usage_data.json'),
          join(exported, 'organisation_history.json'),
        )
      }
      // Exit code 2 of an inspection: malformed records are kept.
      await guide.run(
        text.replaceAll(/--at \S+/g, `--at ${then}`),
        text.includes('inspect') ? [0, 2] : [0],
      )
    }
    await guide.run('npm run store -- export after-the-move')
    const titleIn = async (directory: string) => {
      const radar = await readFile(
        join(guide.directory, directory, 'main/onsRadarSkeleton.json'),
        'utf8',
      )
      return (JSON.parse(radar) as { title: string }).title
    }
    expect(await titleIn('before-the-move')).toBe('Renamed by mistake')
    expect(await titleIn('after-the-move')).toBe('Before the mistake')
  }, 300_000)
})

async function renameRadar(title: string): Promise<void> {
  const at = guide.address('/admin/api/tech-radar')
  const radar = (await (await fetch(at)).json()) as object
  const body = JSON.stringify({ ...radar, title })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${at}/update`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
}
