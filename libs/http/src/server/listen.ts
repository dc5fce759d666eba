import type { Server } from 'node:http'
import { ownMember } from '@landscape/contracts/json'

/** Remedies for a port that cannot be used, by error code. */
const ADVICE: Record<string, (host: string, setting: string) => string> = {
  EADDRINUSE: (host, setting) =>
    `is in use on ${host}: stop the other process, or set ${setting} to another port`,
  EACCES: (_host, setting) => `may not be used by this user: set ${setting} to a port above 1023`,
  EADDRNOTAVAIL: (host) => `cannot be used: ${host} is not an address of this machine, check HOST`,
}

/**
 * @param host undefined for all addresses: of IPv6 and IPv4, or of IPv4 where IPv6 is switched off
 * @throws Error with a remedy for the operator when the port cannot be used
 */
export async function listen(
  server: Server,
  host: string | undefined,
  port: number,
  setting = 'PORT',
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, ...(host !== undefined && { host }) }, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const advice = ownMember(ADVICE, (error as NodeJS.ErrnoException).code ?? '')
    if (advice === undefined) throw error
    throw new Error(`Port ${port} ${advice(host ?? 'all addresses', setting)}`, { cause: error })
  }
}
