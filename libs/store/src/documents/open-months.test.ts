import { beforeEach, describe, expect, it } from '@jest/globals'
import type { RepositoryDay } from '@landscape/contracts/monthly-documents'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { StoreUnavailable, type ObjectStore } from '../objects/port.ts'
import { DocumentInvalid } from './decode.ts'
import { openMonths } from './open-months.ts'
import { to } from '../../test/documents/to.ts'

const ALWAYS = { from: '', to: '9999' }
const BY = { actor: 'collector', action: 'test' }
const row = (day: string): RepositoryDay => ({ day, repo_id: 7 })
const add = (added: RepositoryDay) =>
  to((rows: RepositoryDay[] | undefined = []) => [...rows, added])

let store: ObjectStore
let lines: Record<string, unknown>[]
beforeEach(() => {
  store = createEmbeddedStore(':memory:')
  lines = []
})
function opened() {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return openMonths(store, {
    logger: createLogger({ service: 'test', level: 'info', destination }),
  })
}

describe('openMonths', () => {
  it('stores each month in a document of its own', async () => {
    const { repositoryUsage } = opened()
    await repositoryUsage.of('2026-11').change(add(row('2026-11-01')), { by: BY })
    await repositoryUsage.of('2026-10').change(add(row('2026-10-31')), { by: BY })
    expect(await store.list('assistant')).toEqual([
      'repository_usage/2026-10.json',
      'repository_usage/2026-11.json',
    ])
    expect((await repositoryUsage.of('2026-10').read())?.value).toEqual([row('2026-10-31')])
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'document changed',
        document: 'assistant/repository_usage/2026-11.json',
      }),
    )
  })

  it('keeps the changes of two writers of one month', async () => {
    const months = [opened().repositoryUsage, opened().repositoryUsage]
    const days = Array.from({ length: 10 }, (_, i) => `2026-11-${10 + i}`)
    await Promise.all(
      days.map((day, i) => months[i % 2]!.of('2026-11').change(add(row(day)), { by: BY })),
    )
    const stored = (await months[0]!.of('2026-11').read())?.value ?? []
    expect(stored.map(({ day }) => day).toSorted()).toEqual(days)
  })

  it('returns the rows of a span of days, both included', async () => {
    const { repositoryUsage } = opened()
    for (const day of ['2026-11-02', '2026-11-03', '2026-10-31', '2026-09-30', '2025-11-02'])
      await repositoryUsage.of(day.slice(0, 7)).change(add(row(day)), { by: BY })
    const days = async (from: string, until: string) =>
      (await repositoryUsage.between({ from, to: until })).map(({ day }) => day)
    expect(await days('2026-10-31', '2026-11-02')).toEqual(['2026-10-31', '2026-11-02'])
    expect(await days('2026-12-01', '2026-12-31')).toEqual([])
  })

  it('ignores other objects than months', async () => {
    const { repositoryUsage } = opened()
    await repositoryUsage.of('2026-11').change(add(row('2026-11-01')), { by: BY })
    const copy = { bucket: 'assistant', key: 'repository_usage/copy.json' } as const
    await store.put(copy, Buffer.from('not JSON'), { absent: true })
    expect(await repositoryUsage.between(ALWAYS)).toEqual([row('2026-11-01')])
  })

  it('rejects reads as unavailable while the store is', async () => {
    const away = { ...store, list: () => Promise.reject(new StoreUnavailable('no connection')) }
    const { repositoryUsage } = openMonths(away, {
      logger: createLogger({ service: 'test', level: 'info' }),
    })
    await expect(repositoryUsage.between(ALWAYS)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('rejects a month of another shape', async () => {
    const { repositoryUsage } = opened()
    const november = repositoryUsage.of('2026-11')
    await store.put(november.ref, Buffer.from('[{"repo_id":7}]'), { absent: true })
    await expect(november.read()).rejects.toThrow(DocumentInvalid)
  })
})
