import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { answerEmpty, beginAnswer } from '@landscape/http'
import type { Answer } from './answer.ts'
import { cleanResponseHeaders } from './response-headers.ts'
import type { Slot } from './slots.ts'

const MB = 1024 * 1024

export interface AnswersOptions {
  /** Bytes that one answer may be ahead of its reader. */
  aheadOfOne?: number
  /** Bytes that all answers together may be ahead of their readers. */
  aheadOfAll?: number
}

/**
 * Passes answers of services on to clients. What a client has not read yet waits here, within a bound
 * for each and for all, so that the service is done with the request; beyond the bound the service waits.
 */
export function createAnswers({ aheadOfOne = 4 * MB, aheadOfAll = 64 * MB }: AnswersOptions = {}) {
  let aheadInAll = 0

  /**
   * Resolves when the whole answer was taken from the service, or the client left.
   * Rejects when the answer breaks off.
   */
  return function pass(answer: Answer, res: ServerResponse, slot: Slot): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = (how: typeof beginAnswer | typeof answerEmpty): void => {
      try {
        how(res, answer.statusCode ?? 0, headOf(answer))
      } catch (error) {
        // Nobody else would hear of a head that Node refuses, and the process would end.
        reject(error)
        answer.destroy()
      }
    }
    let ahead = 0
    const count = (bytes: number) => {
      aheadInAll += bytes - ahead
      ahead = bytes
    }
    let awaited = Number(answer.headers['content-length'])
    answer.on('data', (chunk: Buffer) => {
      if (res.destroyed) return
      if (!res.headersSent) begin(beginAnswer)
      if (answer.destroyed) return
      awaited -= chunk.length
      // With its end, the last piece goes out in one write; a small answer is the last piece.
      if (awaited === 0) return void res.end(chunk)
      if (res.write(chunk)) return
      count(res.writableLength)
      if (ahead < aheadOfOne && aheadInAll < aheadOfAll) return
      answer.pause()
      slot.stalls(() => res.destroy())
    })
    res.on('drain', () => {
      count(0)
      slot.flows()
      answer.resume()
    })
    answer.once('end', () => {
      if (!res.headersSent) begin(answerEmpty)
      else if (!res.writableEnded) res.end()
      resolve()
    })
    // Its close tells as well, and what nobody listens to would end the process.
    answer.on('error', () => {})
    answer.once('close', () => {
      if (!answer.readableEnded) reject(new Error('The answer broke off'))
    })
    res.once('close', () => {
      count(0)
      resolve()
    })
    return promise
  }
}

/** Framing is decided anew for each connection; the phrase beside the status is nobody's business. */
function headOf({ headers }: Answer): OutgoingHttpHeaders {
  cleanResponseHeaders(headers)
  delete headers['transfer-encoding']
  return headers
}
