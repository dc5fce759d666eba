import { connect } from 'node:net'

/** Sends bytes over TCP; resolves with the response bytes when the peer has closed. */
export function sendRaw(url: string, text: string, idleMs = 3_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let response = ''
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(response)
      else reject(error)
    })
    socket.on('close', () => resolve(response))
    socket.write(text, 'latin1')
  })
}

/** Returns the status codes of raw responses in order. */
export function statusesOf(response: string): number[] {
  return [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
