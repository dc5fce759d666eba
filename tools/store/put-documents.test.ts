import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { putDocuments } from './put-documents.ts'

const { ref } = DOCUMENTS.projects

/** Puts a registry without its five projects. */
async function put(flags: { isForced: boolean; isConfirmed: boolean }) {
  const store = createEmbeddedStore(':memory:')
  const projects = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    user: [{ email: 'kim@acme.example' }],
    details: [{ name }],
  }))
  await replace(store, ref, Buffer.from(JSON.stringify({ projects })))
  const body = Buffer.from('{"projects":[]}')
  const progress = { show: () => {} } as never
  return putDocuments(store, [{ ref, body }], { author: 'kim', verb: 'put', progress, ...flags })
}

describe('a put that removes many elements', () => {
  it('names --yes', async () => {
    const rejection = 'Nothing was stored. --yes stores it anyway.'
    await expect(put({ isForced: false, isConfirmed: false })).rejects.toThrow(rejection)
  })

  it('names --yes and its reason with --force', async () => {
    const reason =
      'Nothing was stored. --force accepts errors of the document; add --yes to confirm the removal.'
    await expect(put({ isForced: true, isConfirmed: false })).rejects.toThrow(reason)
  })

  it('is stored with both', async () => {
    const lines = await put({ isForced: true, isConfirmed: true })
    expect(lines[0]).toBe('Stored audit-tool/new_project_data.json')
  })
})
