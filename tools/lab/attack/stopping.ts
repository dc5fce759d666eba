import { once } from 'node:events'
import { connect } from 'node:net'
import {
  startWithSourceControl,
  type WithSourceControl,
} from '../../../test/support/source-control.ts'
import type { AttackSuite } from './attack.ts'

/** Work that delays the shutdown of a service. */
export const stopping: AttackSuite<WithSourceControl> = {
  name: 'shutdown',
  start: startWithSourceControl,
  attacks: [
    {
      title: 'an unfinished upload',
      quick: true,
      async run({ urls, terminate }) {
        const { hostname, port } = new URL(urls.assistant)
        const upload = connect(Number(port), hostname)
        upload.on('error', () => undefined)
        await once(upload, 'connect')
        upload.write(
          'POST /assistant/api/scm/oauth/token HTTP/1.1\r\nhost: assistant\r\n' +
            'content-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n',
        )
        // After "100 Continue" the service waits for the body.
        await once(upload, 'data')
        upload.write('{')
        const began = performance.now()
        const exitCode = await terminate('assistant')
        upload.destroy()
        const seconds = ((performance.now() - began) / 1000).toFixed(1)
        return {
          held: exitCode === 0,
          seen: `exited with ${exitCode ?? 'a signal'} after ${seconds} s`,
        }
      },
    },
  ],
}
