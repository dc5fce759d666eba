import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { planServices } from './plan.ts'
import { portProblems } from './ports.ts'

const plan = (env: Record<string, string>) =>
  planServices({ NODE_ENV: 'development', ...env }, ['gateway', 'data']).services

describe('portProblems', () => {
  it('names the busy port, its service and its setting', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const env = { PORT: '19999', DATA_URL: `http://127.0.0.1:${port}` }
    try {
      expect(await portProblems(plan(env))).toEqual([
        expect.stringMatching(
          `^Port ${port} \\(data\\) is in use; set DATA_URL to use another\\.$`,
        ),
      ])
    } finally {
      server.close()
      await once(server, 'close')
    }
    expect(await portProblems(plan(env))).toEqual([])
  })

  it('reports an address of another machine', async () => {
    const problems = await portProblems(plan({ PORT: '19997', HOST: '192.0.2.1' }))
    expect(problems[0]).toMatch(/^Port 19997 \(gateway\) cannot be used on 192\.0\.2\.1/)
  })
})
