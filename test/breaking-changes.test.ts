import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { findBreakingChanges } from '../tools/client/breaking-changes.ts'
import { unannouncedBreaks } from '../tools/client/unannounced-breaks.ts'

const file = new URL('../libs/client/openapi.json', import.meta.url)
const present: unknown = JSON.parse(readFileSync(file, 'utf8'))

interface Tagged {
  paths: Record<string, Record<string, { tags: string[] }>>
}

/** Returns the description with one operation: comparing all of them takes long. */
function withOnly(operationId: string): unknown {
  const { paths } = present as { paths: Record<string, Record<string, { operationId?: string }>> }
  const [path = '', operations = {}] =
    Object.entries(paths).find(([, all]) =>
      Object.values(all).some((one) => one.operationId === operationId),
    ) ?? []
  return { ...(present as object), paths: { [path]: operations } }
}

/** Returns paths of the registry without a version, and other paths with one. */
function misversioned(paths: Tagged['paths']): string[] {
  return Object.keys(paths).filter((path) => {
    if (path.startsWith('/api/v1/')) return false
    const isOfRegistry = Object.values(paths[path] ?? {}).some(({ tags }) =>
      tags.includes('Projects'),
    )
    return isOfRegistry || /\/v\d+(\/|$)/.test(path)
  })
}

describe('the description of the API', () => {
  // spec: 9-s1 9-s2
  it('has a version only in the paths of the registry', () => {
    const { paths } = present as Tagged
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/v1/')).length).toBeGreaterThan(
      2,
    )
    expect(misversioned(paths)).toEqual([])
  })

  // spec, otherwise: 9-s1 9-s2 1-r1a
  it.each([
    ['/api/projects/{project_name}', 'Projects'],
    ['/api/v2/projects', 'Projects'],
    ['/admin/api/v1/banners', 'Administration'],
    ['/api/v2', 'Landscape'],
  ])('may not have the path %s of %s', (path, tag) => {
    const { paths } = present as Tagged
    expect(misversioned({ ...paths, [path]: { get: { tags: [tag] } } })).toEqual([path])
  })

  it('has no breaking changes compared with itself', () => {
    expect(findBreakingChanges(present, present)).toEqual([])
  })
})

describe('unannouncedBreaks', () => {
  const withoutRadar = structuredClone(present) as Tagged
  delete withoutRadar.paths['/api/tech-radar/json']
  const breaks = (changelog: string) => unannouncedBreaks(present, withoutRadar, changelog)

  // spec: own.versions.breaking 9-s3
  it('reports a breaking change unless the changelog names the operation under "Breaking"', () => {
    const removed = { operationId: 'getRadar', what: 'GET /api/tech-radar/json was removed' }
    expect(breaks('# Changes\n\n## Unreleased\n')).toEqual([removed])
    expect(breaks('## Unreleased\n\n### Breaking\n\n- `getRadar`: removed.\n')).toEqual([])
  })

  // spec, otherwise: own.versions.breaking
  it.each([
    '## Unreleased\n\n### Added\n\n- `getRadar`\n\n### Breaking\n',
    '## Unreleased\n\n## 0.1.0\n\n### Breaking\n\n- `getRadar`\n',
  ])('reports a breaking change that the changelog names elsewhere: %j', (changelog) => {
    expect(breaks(changelog)).toHaveLength(1)
  })
})

describe('a change of a document schema', () => {
  const FIELDS: [schema: string, field: string, operationId: string][] = [
    ['RadarEntry', 'timeline', 'getRadar'],
    ['TimelineItem', 'ringId', 'getRadar'],
    ['Project', 'details', 'getProject'],
    ['ProjectDetails', 'name', 'getProject'],
    ['ProjectArchitecture', 'languages', 'listProjects'],
    ['Banner', 'message', 'listActiveBanners'],
    ['Directorate', 'colour', 'listDirectorates'],
    ['Repository', 'last_commit', 'getRepositories'],
    ['Seat', 'assignee', 'listSeats'],
    ['DayObject', 'copilot_ide_chat', 'getUsageHistory'],
    ['Team', 'description', 'listTeams'],
  ]
  /** Returns the breaking changes of an operation when the fields of a schema change. */
  function brokenBy(
    schema: string,
    operationId: string,
    change: (fields: Record<string, unknown>) => void,
  ) {
    const before = withOnly(operationId)
    const changed = structuredClone(before) as {
      components: { schemas: Record<string, { properties: Record<string, unknown> }> }
    }
    const { properties } = changed.components.schemas[schema] ?? { properties: {} }
    change(properties)
    return findBreakingChanges(before, changed)
  }

  it.each(FIELDS)('is breaking when %s loses %s', (schema, field, operationId) => {
    const found = brokenBy(schema, operationId, (fields) => delete fields[field])
    expect(found).toContainEqual({
      operationId,
      what: expect.stringContaining(`/${field} was removed`),
    })
  })

  it.each(FIELDS)(
    'is breaking when the type in %s changes for %s',
    (schema, field, operationId) => {
      const found = brokenBy(schema, operationId, (fields) => {
        expect(fields[field]).toBeDefined()
        fields[field] = { type: 'boolean' }
      })
      expect(found).toContainEqual({
        operationId,
        what: expect.stringContaining(`/${field} may be boolean`),
      })
    },
  )

  // The schema of a banner is an `allOf`.
  it.each([
    ['message', { type: 'string', maxLength: 10 }, '/message'],
    ['audience', { type: 'string' }, '/audience is required'],
  ])('is breaking when %s of a banner is restricted', (field, schema, fault) => {
    for (const operationId of ['replaceBanners', 'saveBanner']) {
      const before = withOnly(operationId)
      const changed = structuredClone(before) as {
        components: { schemas: { BannerInput: { allOf: object[] } } }
      }
      const { allOf } = changed.components.schemas.BannerInput
      allOf.push({ type: 'object', properties: { [field]: schema }, required: [field] })
      expect(findBreakingChanges(before, changed)).toContainEqual({
        operationId,
        what: expect.stringContaining(fault),
      })
    }
  })
})
