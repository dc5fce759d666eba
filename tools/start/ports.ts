import { createServer } from 'node:net'
import type { Listener, ServicePlan } from './plan.ts'

/** Describes each port that is not available in one sentence; empty when all are free. */
export async function portProblems(services: readonly ServicePlan[]): Promise<string[]> {
  const problems: string[] = []
  for (const { name, listens } of services) {
    for (const listener of listens) {
      const problem = await problemOf(listener)
      if (problem !== undefined) problems.push(`Port ${listener.port} (${name}) ${problem}`)
    }
  }
  return problems
}

async function problemOf({ host, port, setting }: Listener): Promise<string | undefined> {
  const code = await tryToListen(port, host)
  if (code === undefined) return undefined
  if (code === 'EADDRINUSE') return `is in use; set ${setting} to use another.`
  if (code === 'EACCES') return `may not be used by this user; set ${setting} to use another.`
  return `cannot be used on ${host ?? 'this machine'} (${code}). Check HOST and ${setting}.`
}

async function tryToListen(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
  server.listen({ port, ...(host !== undefined && { host }) }, () => {
    server.close(() => resolve(undefined))
  })
  return promise
}
