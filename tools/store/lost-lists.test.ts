import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS, MODELS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { nameOf } from '@landscape/store/objects/port'
import { check } from './check.ts'
import { inspect } from './inspect.ts'

const LOST = [
  ['projects', { projects: [] }, { metadata: {} }, '/projects: is missing'],
  ['arrayData', { languages: ['Go'] }, {}, 'has no list'],
] as const

describe.each(LOST)('a stored document %s that lost its lists', (name, intact, lost, finding) => {
  const { ref, schema } = DOCUMENTS[name]
  const put = async (value: unknown) => {
    const store = createEmbeddedStore(':memory:')
    await replace(store, ref, Buffer.from(JSON.stringify(value)))
    return store
  }
  /** The lines about the document. */
  const about = (lines: readonly string[]) => lines.filter((line) => line.includes(nameOf(ref)))
  const restore = `npm run store -- restore --from <backup> --only ${nameOf(ref)}`

  it.each([
    ['check', check],
    ['inspect', inspect],
  ])('is a finding of %s with commands that repair it', async (_, command) => {
    const { lines } = await command(await put(lost), true)
    expect(about(lines)[0]).toContain(finding)
    expect(about(lines)).toContainEqual(`    ${restore}`)
  })

  it.each([
    ['check', check],
    ['inspect', inspect],
  ])('is not reported by %s while it has them', async (_, command) => {
    const { lines } = await command(await put(intact), true)
    expect(lines.join()).not.toContain(finding)
    expect(lines.join()).not.toContain(restore)
  })

  it('can be restored from its history', async () => {
    const store = createEmbeddedStore(':memory:')
    const options = { history: name === 'projects' ? 'projects' : 'lists', model: MODELS[name] }
    const by = { actor: 'kim', email: 'kim@acme.example', action: 'edit' }
    await createDocument(store, ref, schema, options).change(
      () => ({ next: intact as never, result: undefined }),
      { by },
    )
    await replace(store, ref, Buffer.from(JSON.stringify(lost)))
    const command = (await check(store, true)).lines.find((line) => line.includes('--at'))
    expect(command).toMatch(new RegExp(`restore ${options.history} --at \\S+$`))
  })
})
