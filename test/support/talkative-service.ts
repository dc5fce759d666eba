import { setImmediate as nextTick } from 'node:timers/promises'
import type { Logger } from '@landscape/contracts/logger'
import { ServerEnv } from '@landscape/runtime/config/fields'
import { runServer } from '@landscape/runtime/process/run-server'
import { serverConfig } from './server-config.ts'

/** Logs 100 MB as soon as it listens, and sends the growth of its memory in bytes to its parent. */
await runServer(process, {
  name: 'talkative',
  settings: ServerEnv,
  readConfig: () => serverConfig(0),
  create: ({ logger }) => ({
    app: (_req, res) => void res.end(),
    startWork() {
      void logBatches(logger)
      return async () => {}
    },
  }),
})

async function logBatches(logger: Logger): Promise<void> {
  const before = process.memoryUsage.rss()
  const text = 'word '.repeat(400)
  for (let batch = 0; batch < 500; batch++) {
    for (let line = 0; line < 100; line++) logger.info({ batch, line }, text)
    await nextTick()
  }
  process.send?.({ grown: process.memoryUsage.rss() - before })
}
