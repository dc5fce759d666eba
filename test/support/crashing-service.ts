/** A service that crashes 20 ms after `/throw` or `/reject`, while the request is pending. */
import { ServerEnv } from '@landscape/runtime/config/fields'
import { runServer } from '@landscape/runtime/process/run-server'
import { serverConfig } from './server-config.ts'

await runServer(process, {
  name: 'crashing',
  settings: ServerEnv,
  readConfig: (env) => serverConfig(Number(env['PORT'])),
  create: () => ({
    app: (req, res) => {
      if (req.url === '/throw') setTimeout(fail, 20)
      if (req.url === '/reject') setTimeout(() => void Promise.reject(new Error('rejected')), 20)
      setTimeout(() => res.end(String(process.pid)), req.url === '/readyz' ? 0 : 300)
    },
  }),
})

function fail(): never {
  throw new Error('thrown for kim@acme.example')
}
