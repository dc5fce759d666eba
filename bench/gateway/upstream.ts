/** A service that answers the same small JSON document to everybody. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = JSON.stringify({
  entries: Array.from({ length: 40 }, (_, id) => ({ id, ring: 'adopt' })),
})
const server = createServer((_req, res) => {
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.setHeader('content-length', body.length)
  res.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
