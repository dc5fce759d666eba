import { SERVICE_HEADER } from '@landscape/identity'
import type { Answer } from './answer.ts'
import { noAnswer, type Question } from './send.ts'
import type { Upstream } from './upstream.ts'

/**
 * Asks whichever replica of a service answers, within its slots.
 *
 * @param read reads the answer; when it rejects, the answer broke off
 * @throws DomainError when the service fails, is not there or has too much to do
 */
export async function askService<T>(
  upstream: Upstream,
  question: Question,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  const { service } = upstream
  const headers = { ...question.headers, [SERVICE_HEADER]: service }
  const slot = upstream.takeSlot()
  try {
    const found = await upstream.ask({
      send: (replica, trace) =>
        upstream.send(replica, { ...question, headers: { ...headers, ...trace } }),
      isWanted: () => !question.signal?.aborted,
      isWhole: true,
      isSafe: true,
    })
    if (!found) throw noAnswer(service, question.signal?.reason)
    return await read(found.answer).catch((error: unknown) => {
      found.replica.doubt()
      throw noAnswer(service, error)
    })
  } finally {
    slot.free()
  }
}

/** The text of an answer; undefined when it is longer than it may be, in bytes. Rejects when it breaks off. */
export async function textWithin(answer: Answer, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
