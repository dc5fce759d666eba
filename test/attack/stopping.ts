import { once } from 'node:events'
import { connect } from 'node:net'
import { startWithSourceControl, type WithSourceControl } from '../support/source-control.ts'
import type { AttackSuite } from './attack.ts'

interface Target extends WithSourceControl {
  /** Resolves when a run of the collector waits for the host. */
  collecting: Promise<void>
}

/** A host that never answers about single days: a run of the collector waits for it. */
async function start(): Promise<Target> {
  const { promise: collecting, resolve } = Promise.withResolvers<void>()
  const target = await startWithSourceControl({ env: { COLLECT_EVERY_MINUTES: '15' } }, (host) =>
    host.disturb(/reports\/.*-1-day/, () => resolve()),
  )
  return { ...target, collecting }
}

/** What keeps a service from ending when it is told to. */
export const stopping: AttackSuite<Target> = {
  name: 'a service that is told to stop',
  start,
  attacks: [
    {
      title: 'a held upload, and a collector run that waits for a silent host',
      quick: false,
      async run({ urls, collecting, terminate }) {
        await collecting
        const { hostname, port } = new URL(urls.assistant)
        const upload = connect(Number(port), hostname)
        upload.on('error', () => undefined)
        await once(upload, 'connect')
        upload.write(
          'POST /assistant/api/scm/oauth/token HTTP/1.1\r\nhost: assistant\r\n' +
            'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
        )
        // "100 Continue": the service waits for the body now.
        await once(upload, 'data')
        upload.write('{')
        const began = performance.now()
        const exitCode = await terminate('assistant')
        upload.destroy()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        return {
          held: exitCode === 0,
          seen: `ended with ${exitCode ?? 'a signal'} after ${seconds} s`,
        }
      },
    },
  ],
}
