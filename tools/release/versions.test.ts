import { describe, expect, it } from '@jest/globals'
import { readText, repositoryFiles } from '../docs/texts.ts'
import { FILES_WITH_VERSION, MANIFESTS } from './files.ts'
import { assertMajor, assertNext, replaceVersion, withVersion } from './versions.ts'

describe('withVersion', () => {
  it('sets the version of own packages only', () => {
    const lock = {
      version: '0.1.0',
      packages: {
        '': { version: '0.1.0' },
        'libs/store': { version: '0.1.0' },
        'node_modules/zod': { version: '0.1.0' },
        'libs/store/node_modules/zod': { version: '0.1.0' },
      },
    }
    expect(JSON.parse(withVersion(JSON.stringify(lock), '1.0.0'))).toEqual({
      version: '1.0.0',
      packages: {
        '': { version: '1.0.0' },
        'libs/store': { version: '1.0.0' },
        'node_modules/zod': { version: '0.1.0' },
        'libs/store/node_modules/zod': { version: '0.1.0' },
      },
    })
  })

  it.each(MANIFESTS)('changes nothing else in %s', (path) => {
    const text = readText(path)
    const { version } = JSON.parse(text) as { version: string }
    expect(withVersion(text, version)).toBe(text)
  })
})

describe('replaceVersion', () => {
  it('replaces complete versions', () => {
    expect(replaceVersion('a:0.1.0 b:10.1.0 c:0.1.01 d 0.1.0.', '0.1.0', '1.0.0')).toBe(
      'a:1.0.0 b:10.1.0 c:0.1.01 d 1.0.0.',
    )
  })
})

describe('assertNext', () => {
  it.each(['1.2.3', '1.2.4', '1.3.0', '2.0.0', '1.10.0'])('accepts %s after 1.2.3', (next) => {
    expect(() => assertNext('1.2.3', next)).not.toThrow()
  })

  it.each(['1.2.2', '0.9.9', '1.2', 'v1.3.0', '1.3.0-rc.1', '01.3.0', ''])(
    'rejects "%s" after 1.2.3',
    (next) => {
      expect(() => assertNext('1.2.3', next)).toThrow(/is not a version|is below/)
    },
  )
})

describe('assertMajor', () => {
  const BREAKING = '### Breaking\n\n- `getRadar`: …'

  // spec: own.versions.breaking 9-s3
  it.each(['1.2.4', '1.3.0'])('rejects breaking changes in %s after 1.2.3', (next) => {
    expect(() => assertMajor('1.2.3', next, BREAKING)).toThrow('they need the version 2.0.0')
    expect(() => assertMajor('1.2.3', next, '### Added')).not.toThrow()
  })

  // spec, otherwise: own.versions.breaking
  it.each(['1.2.3', '2.0.0'])('accepts breaking changes in %s after 1.2.3', (next) => {
    expect(() => assertMajor('1.2.3', next, BREAKING)).not.toThrow()
  })
})

describe('the files of a release', () => {
  const present = (JSON.parse(readText('package.json')) as { version: string }).version

  it('include every package', () => {
    const packages = repositoryFiles().filter(
      (path) => /(?:^|\/)package\.json$/.test(path) && !path.includes('existing-client'),
    )
    expect(MANIFESTS).toEqual(expect.arrayContaining(packages))
  })

  it.each(MANIFESTS)('%s has the present version', (path) => {
    expect(JSON.parse(readText(path))).toMatchObject({ version: present })
  })

  it.each(FILES_WITH_VERSION)('%s names the present version', (path) => {
    expect(readText(path)).toContain(present)
  })
})
