/** Settings of a loopback server without metrics and traces. */
export const serverConfig = (port: number) => ({
  host: '127.0.0.1',
  port,
  logLevel: 'info',
  logPretty: false,
  logGroup: undefined,
  metricsPort: undefined,
  traceCollector: undefined,
  shutdownDelayMs: 0,
})
