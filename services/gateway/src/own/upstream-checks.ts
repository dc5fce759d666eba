import type { Check } from '@landscape/http'
import { UPSTREAMS, type UpstreamName } from '../request/prefixes.ts'

/** Asks each service whether it is ready. */
export function upstreamChecks(
  upstreams: Readonly<Record<UpstreamName, string>>,
  ask: typeof fetch,
): Record<string, Check> {
  return Object.fromEntries(UPSTREAMS.map((name) => [name, () => isReady(upstreams[name], ask)]))
}

async function isReady(address: string, ask: typeof fetch): Promise<void> {
  const signal = AbortSignal.timeout(1_500)
  const answer = await ask(`${address}/readyz`, { signal }).catch((error: unknown) => {
    // What `fetch` says itself is "fetch failed".
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    throw new Error(signal.aborted ? 'no answer' : (code ?? 'no connection'), { cause: error })
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}
