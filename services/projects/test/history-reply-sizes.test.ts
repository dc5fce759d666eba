import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { DOCUMENTS as HOSTILE_DOCUMENTS, HOSTILE } from '@landscape/store/testing/hostile-documents'
import { create, history } from './project-histories.ts'
import { as, projectService } from './project-service.ts'

/** Bytes that a stored byte may add to a reply. */
const MAX_FACTOR = 200

describe('the history of a project', () => {
  it.each(Object.keys(HOSTILE))('has at most 200 bytes for each stored byte: %s', async (name) => {
    const ann = await as('ann')
    const versionOf = (value: unknown) =>
      HOSTILE_DOCUMENTS['projects']!(['unaltered', value]) as { projects: unknown[] }
    const service = await projectService({ stored: versionOf('before').projects })
    const project = 'Project 1'
    expect((await create(service, 'Other', ann)).status).toBe(201)
    const before = Buffer.byteLength((await history(service, project, ann)).text)

    // Another program wrote it; the next edit records that.
    const hostile = Buffer.from(JSON.stringify(versionOf(HOSTILE[name]!('"', 1_000))))
    await replace(service.store, DOCUMENTS.projects.ref, hostile)
    expect((await create(service, 'Other', ann)).status).toBe(201)
    const { status, text } = await history(service, project, ann)
    expect(status).toBe(200)
    const added = Buffer.byteLength(text) - before
    expect(added).toBeGreaterThan(hostile.length / 2)
    expect(added).toBeLessThanOrEqual(MAX_FACTOR * hostile.length)
  })
})
