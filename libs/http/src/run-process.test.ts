import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { runProcess } from './run-process.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

class FakeProcess extends EventEmitter {
  exits: (number | undefined)[] = []
  written = ''
  stderr = { write: (text: string) => (this.written += text) }
  connected: boolean | undefined = undefined
  exit(code?: number) {
    this.exits.push(code)
  }
}

async function run(host: FakeProcess) {
  const calls: string[] = []
  await runProcess(host as unknown as NodeJS.Process, async () => ({
    running: {
      port: 1,
      isDraining: () => false,
      drain: async () => {
        calls.push('drain')
      },
    },
    logger,
    close: () => void calls.push('close'),
  }))
  return calls
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('runProcess', () => {
  it.each(['SIGTERM', 'SIGINT', 'disconnect'])(
    'drains, closes and exits 0 once on %s',
    async (event) => {
      const host = new FakeProcess()
      const calls = await run(host)
      expect(host.exits).toEqual([])
      host.emit(event)
      host.emit('SIGTERM')
      await settled()
      expect(calls).toEqual(['drain', 'close'])
      expect(host.exits).toEqual([0])
    },
  )

  it.each(['uncaughtException', 'unhandledRejection'])(
    'drains and exits 1 on %s',
    async (event) => {
      const host = new FakeProcess()
      const calls = await run(host)
      host.emit(event, new Error('boom'))
      await settled()
      expect(calls).toEqual(['drain', 'close'])
      expect(host.exits).toEqual([1])
    },
  )

  it('stops when the parent was lost while the service was starting', async () => {
    const host = new FakeProcess()
    host.connected = false
    await run(host)
    await settled()
    expect(host.exits).toEqual([0])
  })

  it('prints what kept the service from starting and exits 1', async () => {
    const host = new FakeProcess()
    await runProcess(host as unknown as NodeJS.Process, async () => {
      throw new Error('Port 1 is in use')
    })
    expect(host.written).toBe('Port 1 is in use\n')
    expect(host.exits).toEqual([1])
  })
})
