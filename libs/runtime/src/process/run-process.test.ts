import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from '../logging/create-logger.ts'
import { runProcess } from './run-process.ts'

const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })

class FakeProcess extends EventEmitter {
  exits: (number | undefined)[] = []
  exited = Promise.withResolvers<void>()
  written = ''
  stderr = { write: (text: string) => (this.written += text) }
  connected: boolean | undefined = undefined
  exit(code?: number) {
    this.exits.push(code)
    this.exited.resolve()
  }
}

async function run(host: FakeProcess, close = async () => {}, log = logger) {
  const calls: string[] = []
  await runProcess(host as unknown as NodeJS.Process, async () => ({
    running: {
      port: 1,
      isDraining: () => false,
      drain: async () => {
        calls.push('drain')
      },
    },
    logger: log,
    close: async () => {
      calls.push('close')
      await close()
    },
  }))
  return calls
}

describe('runProcess', () => {
  it.each(['SIGTERM', 'SIGINT', 'disconnect'])(
    'drains, closes and exits 0 once on %s',
    async (event) => {
      const host = new FakeProcess()
      const calls = await run(host)
      expect(host.exits).toEqual([])
      host.emit(event)
      host.emit('SIGTERM')
      await host.exited.promise
      expect(calls).toEqual(['drain', 'close'])
      expect(host.exits).toEqual([0])
    },
  )

  // spec: 7-r7b 7-r7c
  it.each(['uncaughtException', 'unhandledRejection'])(
    'drains and exits 1 on %s',
    async (event) => {
      const host = new FakeProcess()
      const calls = await run(host)
      host.emit(event, new Error('boom'))
      await host.exited.promise
      expect(calls).toEqual(['drain', 'close'])
      expect(host.exits).toEqual([1])
    },
  )

  // spec: 7-r7b
  it('logs only the first uncaught error, as JSON', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const host = new FakeProcess()
    await run(host, undefined, createLogger({ service: 'test', level: 'info', destination }))
    host.emit('uncaughtException', new Error('boom'))
    host.emit('unhandledRejection', new Error('another, during the shutdown'))
    await host.exited.promise
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info')
    expect(errors).toEqual([
      expect.objectContaining({
        level: 'fatal',
        err: expect.objectContaining({ message: 'boom', stack: expect.any(String) }),
      }),
    ])
  })

  // spec, otherwise: 7-r7b 7-r7c
  it('logs no error when a signal stops the process', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const host = new FakeProcess()
    await run(host, undefined, createLogger({ service: 'test', level: 'info', destination }))
    host.emit('SIGTERM')
    await host.exited.promise
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(lines.map(() => 'info'))
    expect(host.exits).toEqual([0])
  })

  it('exits 1 on an uncaught error during the shutdown', async () => {
    const host = new FakeProcess()
    await run(host, async () => void host.emit('uncaughtException', new Error('boom')))
    host.emit('SIGTERM')
    await host.exited.promise
    expect(host.exits).toEqual([1])
  })

  it('exits 1 when closing fails', async () => {
    const host = new FakeProcess()
    await run(host, () => Promise.reject(new Error('still writing')))
    host.emit('SIGTERM')
    await host.exited.promise
    expect(host.exits).toEqual([1])
  })

  it.each(['SIGTERM', 'SIGINT'])('exits 0 on %s while it is starting', async (signal) => {
    const host = new FakeProcess()
    void runProcess(host as unknown as NodeJS.Process, () => new Promise(() => {}))
    host.emit(signal)
    await host.exited.promise
    expect(host.exits).toEqual([0])
  })

  it('stops when the parent exited during the start', async () => {
    const host = new FakeProcess()
    host.connected = false
    await run(host)
    await host.exited.promise
    expect(host.exits).toEqual([0])
  })

  it('prints the error of a failed start and exits 1', async () => {
    const host = new FakeProcess()
    await runProcess(host as unknown as NodeJS.Process, async () => {
      throw new Error('Port 1 is in use')
    })
    expect(host.written).toBe('Port 1 is in use\n')
    expect(host.exits).toEqual([1])
  })
})
