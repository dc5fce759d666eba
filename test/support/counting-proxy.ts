import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { switchable } from './switchable.ts'

/**
 * A proxy in front of an S3 server that counts requests by kind and key, also those that are refused, answers
 * as late as a store that is far away, and cuts or loses answers.
 */
export async function startCountingProxy(upstream: string) {
  const agent = new Agent({ keepAlive: true })
  const asked = new Map<string, number>()
  const cuts = new Map<string, number>()
  let lostShare = 0
  let notModified = 0
  let delay: (() => number) | undefined
  const isToBeCut = (key: string) => {
    const left = cuts.get(key) ?? 0
    cuts.set(key, left - 1)
    return left > 0
  }
  const server = createServer((req, res) => {
    const { method = '', url = '' } = req
    const key = decodeURIComponent(new URL(url, upstream).pathname.split('/').slice(2).join('/'))
    const kind = url.includes('list-type=2') ? 'LIST' : method
    const question = `${kind} ${key}`
    asked.set(question, (asked.get(question) ?? 0) + 1)
    if (delay) setTimeout(() => pass(req, res, key), delay())
    else pass(req, res, key)
  })

  function pass(req: IncomingMessage, res: ServerResponse, key: string): void {
    // Whoever asked has gone meanwhile, or was cut off.
    if (res.destroyed) return
    const { method, url = '', headers } = req
    // The very headers: the signature covers Host.
    const out = request(upstream + url, { method, headers, agent }, (answer) => {
      if (Math.random() < lostShare) {
        answer.destroy()
        res.destroy()
        return
      }
      if (answer.statusCode === 304) notModified++
      if (method === 'GET' && answer.statusCode === 200 && isToBeCut(key)) {
        void cut(answer, res).catch(() => res.destroy())
        return
      }
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    out.once('error', () => res.destroy())
    req.pipe(out)
  }
  const { origin, goAway, comeBack } = await switchable(server)
  return {
    endpoint: origin,
    /** Puts of one key since the start. */
    of: (key: string) => asked.get(`PUT ${key}`) ?? 0,
    /** Requests since the start, by kind (`GET`, `PUT`, `LIST`, `DELETE`) and key, as `GET messages.json`. */
    asked: (): ReadonlyMap<string, number> => asked,
    /** Answers since the start that were a 304. */
    notModified: () => notModified,
    /** From now on each request waits for so many milliseconds before it is passed on. */
    delay: (ms: () => number) => void (delay = ms),
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
