import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { switchable } from './switchable.ts'

/**
 * A proxy in front of an S3 server that counts requests, and puts by key, also those that are refused, and cuts
 * or loses answers.
 */
export async function startCountingProxy(upstream: string) {
  const agent = new Agent({ keepAlive: true })
  const puts = new Map<string, number>()
  const calls = new Map<string, number>()
  const cuts = new Map<string, number>()
  let lostShare = 0
  const isToBeCut = (key: string) => {
    const left = cuts.get(key) ?? 0
    cuts.set(key, left - 1)
    return left > 0
  }
  const server = createServer((req, res) => {
    const { method = '', url = '', headers } = req
    const key = decodeURIComponent(new URL(url, upstream).pathname.split('/').slice(2).join('/'))
    calls.set(method, (calls.get(method) ?? 0) + 1)
    if (method === 'PUT') puts.set(key, (puts.get(key) ?? 0) + 1)
    // The very headers: the signature covers Host.
    const out = request(upstream + url, { method, headers, agent }, (answer) => {
      if (Math.random() < lostShare) {
        answer.destroy()
        res.destroy()
        return
      }
      if (method === 'GET' && answer.statusCode === 200 && isToBeCut(key)) {
        void cut(answer, res).catch(() => res.destroy())
        return
      }
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    out.once('error', () => res.destroy())
    req.pipe(out)
  })
  const { origin, goAway, comeBack } = await switchable(server)
  return {
    endpoint: origin,
    /** Puts of one key since the start. */
    of: (key: string) => puts.get(key) ?? 0,
    /** Requests by method since the start. */
    calls: (): ReadonlyMap<string, number> => calls,
    /** Cuts the next answers that hold this object. */
    cut: (key: string, answers: number) => void cuts.set(key, answers),
    /** From now on so many of all answers are lost, 0 to 1; what was asked has been done. */
    lose: (share: number) => void (lostShare = share),
    /** Refuses connections, as a store that is away. */
    refuse: goAway,
    /** Accepts connections again, on the same port. */
    accept: comeBack,
    async close() {
      agent.destroy()
      await goAway()
    },
  }
}

/** Answers with the first half, under the tag of the whole and with a length that fits. */
async function cut(answer: IncomingMessage, res: ServerResponse): Promise<void> {
  const whole = await buffer(answer)
  const half = whole.subarray(0, whole.length / 2)
  const { etag, 'content-type': type } = answer.headers
  const meta = Object.entries(answer.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
  res.writeHead(200, {
    ...Object.fromEntries(meta),
    etag,
    'content-type': type,
    'content-length': half.length,
  })
  res.end(half)
}
