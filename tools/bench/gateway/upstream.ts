/** A service that returns a JSON document of `BYTES` bytes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const body = JSON.stringify({
  filler: 'x'.repeat(Number(process.env['BYTES']) - '{"filler":""}'.length),
})
const server = createServer((_req, res) => {
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.setHeader('content-length', body.length)
  res.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
