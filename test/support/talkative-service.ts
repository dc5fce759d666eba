import { setImmediate as turn } from 'node:timers/promises'
import { runProcess } from '@landscape/service'
import { serve } from '@landscape/http'
import { createLogger } from '@landscape/logging'

/** Logs 100 MB as soon as it listens, tells its parent how much memory that took, and goes on. */
await runProcess(process, async () => {
  const logger = createLogger({ service: 'talkative', level: 'info' })
  const running = await serve(() => (_req, res) => void res.end(), {
    host: '127.0.0.1',
    port: 0,
    logger,
  })
  const before = process.memoryUsage.rss()
  const text = 'word '.repeat(400)
  for (let batch = 0; batch < 500; batch++) {
    for (let line = 0; line < 100; line++) logger.info({ batch, line }, text)
    await turn()
  }
  process.send?.({ grown: process.memoryUsage.rss() - before })
  return { running, logger }
})
