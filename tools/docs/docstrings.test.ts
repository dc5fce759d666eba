import { describe, expect, it } from '@jest/globals'
import { readText, repositoryFiles } from './texts.ts'

const SOURCE = repositoryFiles().filter(
  (path) =>
    /^(?:libs|services)\/[\w-]+\/src\/.*\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$/.test(path),
)

/** Names of exported functions and classes without a comment directly above. */
function silentExports(source: string): string[] {
  const exported = source.matchAll(/^(.*)\nexport (?:async )?(?:function|class) (\w+)/gm)
  return [...exported]
    .filter(([, above = '']) => !above.endsWith('*/'))
    .map(([, , name = '']) => name)
}

describe('the comment of an exported function or class', () => {
  it('exists everywhere in libraries and services', () => {
    expect(SOURCE.length).toBeGreaterThan(150)
    expect(
      SOURCE.flatMap((path) => silentExports(`\n${readText(path)}`).map((name) => [path, name])),
    ).toEqual([])
  })

  it('is reported when it is missing', () => {
    const source =
      '/** Returns. */\nexport function said() {}\n\nexport async function silent() {}\n'
    expect(silentExports(source)).toEqual(['silent'])
  })
})
