import { describe, expect, it } from '@jest/globals'
import { readNumber } from './read-arguments.ts'
import { runTool } from './run-tool.ts'
import { command, UsageError, type Tool } from './tool.ts'

/** Runs a tool and returns its exit code and output. */
async function call(tool: Tool, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const output = { log: (text: string) => out.push(text), error: (text: string) => err.push(text) }
  const code = await runTool(tool, args, output)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const calls: unknown[] = []
const restore = command({
  about: 'Restores a document.',
  arguments: { '<document>': 'its name', '[more…]': { about: 'parts', oneOf: ['radar', 'lists'] } },
  options: {
    at: { value: '<instant>', about: 'when' },
    mode: { value: '<mode>', about: 'how', oneOf: ['fast', 'safe'] },
    yes: { about: 'does it' },
  },
  examples: ['radar --at noon'],
  run(operands, options) {
    calls.push([operands, options])
  },
})
const check = command({ about: 'Looks.', examples: [''], run: () => 3 })
const several: Tool = {
  name: 'store',
  about: 'Inspects documents.',
  commands: { restore, check },
}
const single: Tool = {
  ...command({
    about: 'Fails.',
    examples: [''],
    run() {
      throw new Error('the disk is full')
    },
  }),
  name: 'soak',
}

describe('--help', () => {
  it('prints the commands and an example to standard output', async () => {
    const { code, out, err } = await call(several, '--help')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('npm run store -- <command>\n\nInspects documents.\n')
    expect(out).toMatch(/^ {2}restore {2}Restores a document\.$/m)
    expect(out).toContain('npm run store -- restore radar --at noon')
  })

  it('prints the arguments, options and examples of one command', async () => {
    const { code, out } = await call(several, 'restore', '--help')
    expect(code).toBe(0)
    expect(out).toContain('npm run store -- restore <document> [more…] [options]')
    expect(out).toMatch(/^ {2}<document> +its name$/m)
    expect(out).toMatch(/^ {2}\[more…\] +parts: radar, lists$/m)
    expect(out).toMatch(/^ {2}--at <instant> +when$/m)
    expect(out).toMatch(/^ {2}--mode <mode> +how: fast, safe$/m)
    expect(out).toMatch(/^ {2}--yes +does it$/m)
  })

  it('prints lines of at most 100 columns', async () => {
    const long = command({ about: 'many words '.repeat(40), examples: [''], run() {} })
    const { out } = await call({ ...long, name: 'long' }, '-h')
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect(out.match(/many/g)).toHaveLength(40)
  })
})

describe('runTool', () => {
  it('passes the arguments to the command', async () => {
    calls.length = 0
    expect(await call(several, 'restore', 'radar', 'lists', '--at=noon', '--yes')).toEqual({
      code: 0,
      out: '',
      err: '',
    })
    expect(calls).toEqual([[['radar', 'lists'], { at: 'noon', mode: undefined, yes: true }]])
  })

  it('returns the exit code of the command, or 1 when it throws', async () => {
    expect((await call(several, 'check')).code).toBe(3)
    expect(await call(single)).toEqual({ code: 1, out: '', err: 'the disk is full' })
  })

  it.each([
    [['resotre', 'radar'], 'Unknown command "resotre". Did you mean restore?'],
    [['import'], 'Unknown command "import". Known: restore, check.'],
    [[], 'A command is missing: npm run store -- <command>'],
    [['--yes', 'restore'], 'A command is missing'],
    [['restore', 'radar', '--ta', 'noon'], 'Unknown option "--ta". Did you mean --at?'],
    [['restore', 'radar', '-x'], 'Unknown option "-x". Known: --at, --mode, --yes, --help.'],
    [['restore', 'radar', '--constructor'], 'Unknown option "--constructor".'],
    [['restore', 'radar', '--at'], '--at needs a value: --at <instant>'],
    [['restore', 'radar', '--at', '--yes'], '--at needs a value: --at <instant>'],
    [['restore', 'radar', '--yes=no'], '--yes takes no value'],
    [['restore', 'radar', '--mode', 'fats'], 'Unknown --mode "fats". Did you mean fast?'],
    [['restore', 'radar', 'list'], 'Unknown [more…] "list". Did you mean lists?'],
    [['restore'], '<document> is missing'],
    [['check', 'radar'], 'Unexpected argument "radar"'],
  ])('reports the mistake in %j and returns 2', async (args, text) => {
    calls.length = 0
    const { code, out, err } = await call(several, ...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(text)
    expect(err).toMatch(/npm run store -- (restore |check )?--help shows how to use it\.$/)
    expect(calls).toEqual([])
  })

  it('returns 2 when the command throws a UsageError', async () => {
    const picky = command({
      about: 'Rejects its arguments.',
      examples: [''],
      run() {
        throw new UsageError('No such instant')
      },
    })
    const { code, err } = await call({ ...picky, name: 'start' })
    expect([code, err]).toEqual([2, 'No such instant\nnpm start -- --help shows how to use it.'])
  })
})

describe('readNumber', () => {
  it.each([
    ['1', 1],
    ['2.5', 2.5],
    ['10', 10],
  ])('reads %s', (text, number) => {
    expect(readNumber('<minutes>', text, { min: 1, max: 10 })).toBe(number)
  })

  it.each(['', ' ', 'ten', '0.9', '11', 'NaN', 'Infinity'])('rejects "%s"', (text) => {
    expect(() => readNumber('<minutes>', text, { min: 1, max: 10 })).toThrow(
      `<minutes> must be a number from 1 to 10, not "${text}"`,
    )
  })

  it('rejects a fraction when an integer is required', () => {
    expect(() => readNumber('--keep', '2.5', { min: 1, max: 10, isInteger: true })).toThrow(
      '--keep must be an integer from 1 to 10',
    )
  })
})
