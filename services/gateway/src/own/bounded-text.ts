/** The text of an answer of a service. @throws SyntaxError when it is longer than it may be, in bytes */
export async function boundedText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new SyntaxError('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
