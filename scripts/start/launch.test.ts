import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { NODE } from './launch.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dockerfile = readFileSync(`${root}Dockerfile`, 'utf8')

describe('how Node runs a service', () => {
  it('is the same in a container', () => {
    const command = /^CMD (\[.*"src\/main\.ts"\])$/m.exec(dockerfile)?.[1]
    expect(JSON.parse(command ?? 'null')).toEqual(['node', ...NODE.execArgv, 'src/main.ts'])
    const variables = /^ENV (.* NODE_COMPILE_CACHE=.*)$/m.exec(dockerfile)?.[1]?.split(' ')
    expect(variables).toContain(`MALLOC_ARENA_MAX=${NODE.env.MALLOC_ARENA_MAX}`)
  })

  it('is the same where the code of an image is compiled: for other flags it would be compiled again', () => {
    const flags = /^RUN node (--.*) \\\n +--eval/m.exec(dockerfile)?.[1]
    expect(flags?.split(' ')).toEqual(NODE.execArgv)
  })

  it('is the same in every container of the local stack', () => {
    const { services } = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), {
      merge: true,
    }) as { services: Record<string, { command: string[] }> }
    const commands = Object.values(services)
      .map(({ command }) => command)
      .filter((command) => command?.includes('src/main.ts'))
    expect(commands).toHaveLength(5)
    for (const command of commands) {
      expect(command.filter((word) => !word.startsWith('--env-file='))).toEqual([
        'node',
        ...NODE.execArgv,
        'src/main.ts',
      ])
    }
  })
})
