import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createTools } from './call-tools.ts'
import { createToolList, type ToolDeps } from './tools.ts'

const { paths } = JSON.parse(
  readFileSync(new URL('../../../../libs/client/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, { get: { 'x-access': unknown } }> }
const NO_DEPS = {} as ToolDeps

describe('createToolList', () => {
  it.each(createToolList(NO_DEPS).map(({ name, path, access }) => ({ name, path, access })))(
    'gives $name the access of its read',
    ({ path, access }) => {
      expect(access).toBeDefined()
      expect(paths[path.replace(':slug', '{slug}')]?.get['x-access']).toEqual(access)
    },
  )
})

describe('createTools', () => {
  const caller = {
    identity: undefined,
    queued: <T>(work: () => T | Promise<T>) => Promise.resolve(work()),
  }
  const secret = {
    ...createToolList(NO_DEPS)[0]!,
    name: 'secret',
    access: { anyGroup: ['admin'] },
    read: () => Promise.reject(new Error('was called')),
  } as const

  it('rejects a caller without the access of the tool, before it reads', async () => {
    const { call } = createTools([secret], undefined)
    await expect(call('secret', { names: ['a'] }, caller)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})
