import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'

const run = promisify(execFile)
const module = new URL('./create-logger.ts', import.meta.url).href

const WITHOUT_FORMATTER = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (name, context, next) => next(name === 'pino-pretty' ? 'not-installed' : name, context),
  })`

/** Logs in a new process; returns its output and whether it loaded the formatter. */
async function output(pretty: boolean, end: string, begin = '') {
  const code = `
    ${begin}
    import { createRequire } from 'node:module'
    const { createLogger } = await import('${module}')
    const logger = createLogger({ service: 'data', level: 'info', pretty: ${pretty} })
    logger.info('hello')
    const loaded = Object.keys(createRequire('${module}').cache)
    console.error(loaded.some((file) => file.includes('/pino-pretty/')))
    ${end}`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', code])
  return { stdout, hasFormatter: stderr.trim() === 'true' }
}

describe('createLogger in a new process', () => {
  // spec: 8-s2a
  // spec, otherwise: 8-s2b
  it('writes JSON without colours and loads no formatter', async () => {
    const { stdout, hasFormatter } = await output(false, '')
    expect(hasFormatter).toBe(false)
    expect(JSON.parse(stdout)).toMatchObject({ msg: 'hello' })
    expect(stdout).not.toContain('\u001b')
  })

  // spec: 8-s2b
  // spec, otherwise: 8-s2a
  it('writes coloured text when pretty', async () => {
    const { stdout, hasFormatter } = await output(true, '')
    expect(hasFormatter).toBe(true)
    expect(stdout).toMatch(/INFO.*data: hello/)
    expect(stdout).toContain('\u001b[32m')
    expect(() => JSON.parse(stdout)).toThrow()
  })

  // Production images leave it out.
  it('writes JSON when the formatter is not installed', async () => {
    const { stdout } = await output(true, '', WITHOUT_FORMATTER)
    expect(JSON.parse(stdout)).toMatchObject({ msg: 'hello' })
  })

  it.each(['process.exit(0)', 'logger.flush(() => process.exit(0))'])(
    'loses no line at %s',
    async (end) => {
      expect((await output(false, end)).stdout).toContain('"msg":"hello"')
    },
  )
})
