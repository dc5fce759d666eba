import { UpstreamFailure } from './upstream-failure.ts'

/**
 * The whole body of a response, unpacked.
 * @throws UpstreamFailure when it is longer than allowed; the rest is not read
 */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body) {
    for await (const chunk of response.body) {
      length += chunk.length
      // Leaving the loop cancels the stream.
      if (length > maxBytes) throw new UpstreamFailure(`answered more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks, length)
}
