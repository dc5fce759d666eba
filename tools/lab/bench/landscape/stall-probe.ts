/** Loaded before a service: a server that returns the processor time between two rounds of the event loop. */
import { createServer } from 'node:http'

const EVERY_MS = 1

let last = process.threadCpuUsage()
let maxMs = 0
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last)
  last = process.threadCpuUsage()
  maxMs = Math.max(maxMs, (user + system) / 1_000)
}, EVERY_MS).unref()

createServer((_request, response) => {
  response.end(JSON.stringify({ maxMs }))
  // The next measurement begins with the next response.
  maxMs = 0
})
  .listen(Number(process.env['PROBE_PORT']), '127.0.0.1')
  .unref()
