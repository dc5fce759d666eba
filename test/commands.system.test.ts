import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { run } from './support/process.ts'

const { scripts } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> }

/** Every npm script that runs a program of this repository. */
const TOOLS = Object.entries(scripts).flatMap(([name, text]) => {
  const [, file] = /\b((?:tools|test|dev)\/\S+\.ts)\b/.exec(text) ?? []
  return file === undefined ? [] : [{ name, file }]
})

async function call(file: string, ...args: string[]) {
  const command = run([file, ...args], { PATH: process.env['PATH'] ?? '' })
  const code = await command.exit
  return { code, output: command.output(), errors: command.errors() }
}

describe.each(TOOLS)('npm run $name', ({ name, file }) => {
  it('prints its help on standard output with --help', async () => {
    const { code, output, errors } = await call(file, '--help')
    expect([code, errors]).toEqual([0, ''])
    const script = file === 'tools/start.ts' ? 'npm start' : `npm run ${name}`
    expect(output.split('\n')[0]).toContain(script)
    expect(output).toMatch(/^Examples?\n {2}npm (?:run|start)/m)
  })

  it('reports an unknown option on standard error and exits with 2', async () => {
    const { code, output, errors } = await call(file, '--hepl')
    expect(code).toBe(2)
    expect(errors).toContain('--help shows how to use it')
    expect(output).toBe(errors)
  })
})

describe('npm run', () => {
  it('has commands', () => {
    expect(TOOLS.length).toBeGreaterThan(15)
  })

  it.each([
    ['tools/store.ts', 'resotre', 'Did you mean restore?'],
    ['tools/radar.ts', 'exprot', 'Did you mean export?'],
    ['tools/config.ts', 'chekc', 'Did you mean check?'],
    ['tools/lab/bench/main.ts', 'edit', 'Did you mean edits?'],
    ['tools/lab/drills/main.ts', 'restroe', 'Did you mean restore?'],
    ['tools/lab/attack/main.ts', 'no such', 'Unknown [suite] "no such"'],
    ['tools/lab/fuzz/main.ts', 'ten', '[count] must be an integer from 2 to 10000000'],
    ['tools/start.ts', 'gatewy', 'Did you mean gateway?'],
  ])('%s reports the invalid argument %s and exits with 2', async (file, word, text) => {
    const { code, errors } = await call(file, word)
    expect(code).toBe(2)
    expect(errors).toContain(text)
  })
})
