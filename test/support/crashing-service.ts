/** A service that crashes some time after it was asked to, with a request still under way. */
import { runProcess } from '@landscape/service'
import { serve } from '@landscape/http'
import { createLogger } from '@landscape/logging'

await runProcess(process, async () => {
  const logger = createLogger({ service: 'crashing', level: 'info' })
  const running = await serve(
    () => (req, res) => {
      if (req.url === '/throw') setTimeout(fail, 20)
      if (req.url === '/reject') setTimeout(() => void Promise.reject(new Error('rejected')), 20)
      setTimeout(() => res.end(String(process.pid)), req.url === '/readyz' ? 0 : 300)
    },
    { host: '127.0.0.1', port: Number(process.env['PORT']), logger },
  )
  return { running, logger }
})

function fail(): never {
  throw new Error('thrown for kim@acme.example')
}
