import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { nodeFor } from './node-for.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const dockerfile = read('Dockerfile')
const [gateway, other] = [nodeFor('gateway'), nodeFor('data')]

describe('how Node runs a service', () => {
  it('is the same in a container', () => {
    const command = /^CMD (\[.*"src\/main\.ts"\])$/m.exec(dockerfile)?.[1]
    expect(JSON.parse(command ?? 'null')).toEqual(['node', ...other.execArgv, 'src/main.ts'])
    const variables = /^ENV (.* NODE_COMPILE_CACHE=.*)$/m.exec(dockerfile)?.[1]?.split(' ')
    const { NODE_COMPILE_CACHE: _, ...env } = other.env
    expect(variables).toEqual(
      expect.arrayContaining(Object.entries(env).map(([name, value]) => `${name}=${value}`)),
    )
  })

  it('is the same where the code of an image is compiled: for other flags it would be compiled again', () => {
    const flags = /^RUN node (--.*) \\\n +--eval/m.exec(dockerfile)?.[1]
    expect(flags?.split(' ')).toEqual(other.execArgv)
  })

  it('is the same in every container of the local stack', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { command: string[] }>
    }
    const commands = Object.values(services)
      .map(({ command }) => command)
      .filter((command) => command?.includes('src/main.ts'))
    expect(commands).toHaveLength(5)
    for (const command of commands) {
      expect(command.filter((word) => !word.startsWith('--env-file='))).toEqual([
        'node',
        ...other.execArgv,
        'src/main.ts',
      ])
    }
  })

  it('differs in the nursery of the gateway, wherever that is deployed', () => {
    expect(gateway).toEqual({ ...other, env: { ...other.env, NODE_OPTIONS: expect.anything() } })
    const nursery = gateway.env.NODE_OPTIONS
    expect(nursery).not.toBe(other.env.NODE_OPTIONS)
    expect(read('docker-compose.yml').split(`NODE_OPTIONS: ${nursery}\n`)).toHaveLength(2)
    const manifest = `{ name: NODE_OPTIONS, value: ${nursery} }`
    expect(read('deploy/kubernetes/base/gateway.yaml')).toContain(manifest)
  })
})
