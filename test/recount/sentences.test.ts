import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import request from 'supertest'
import { dataService } from '../../services/data/test/data-service.ts'
import { documents } from './documents.ts'
import { DRIFT_SENTENCES } from './drift-sentences.ts'
import { PROJECT_SENTENCES } from './project-sentences.ts'
import { TECHNOLOGY_SENTENCES } from './technology-sentences.ts'
import { signedIn } from './view.ts'

/** The text of a page without its form and its script. */
async function textOf(line: string, path: string, headers = {}): Promise<string> {
  const { app } = await dataService({ ...documents(line) })
  const { text } = await request(app)
    .get(path)
    .set({ accept: 'text/html', ...headers })
  const parts = elementsOf(text).filter(({ name }) => ['h1', 'h2', 'p', 'li', 'td'].includes(name))
  return parts.map((part) => part.text).join('\n')
}

describe.each([...DRIFT_SENTENCES, ...PROJECT_SENTENCES, ...TECHNOLOGY_SENTENCES])(
  'the sentence “%s” on %s',
  (sentence, path, proved, unproved) => {
    it('is claimed when the documents prove it', async () => {
      expect(await textOf(proved, path)).toContain(sentence)
    })

    it.each(Object.entries(unproved))('is not claimed for %s', async (_, line) => {
      expect(await textOf(line, path)).not.toContain(sentence)
    })
  },
)

describe('the sentence about a link that fits no repository', () => {
  const LINKED = 'project A:  -> https://scm.example/acme/tide'

  it('is claimed to signed-in readers, and never when the repository is private', async () => {
    const headers = { [IDENTITY_HEADER]: await signedIn() }
    const sentence = 'A links to scm.example/acme/tide, but the scan contains no such repository'
    const text = (more: string) => textOf(`${LINKED}; repository ${more}`, '/drift', headers)
    expect(await text('other: Go')).toContain(sentence)
    expect(await text('tide: Go (private)')).not.toContain(sentence)
    expect(await textOf(`${LINKED}; repository other: Go`, '/drift')).not.toContain(sentence)
  })
})
