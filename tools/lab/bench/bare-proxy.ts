/** http-proxy-middleware alone, as in its README. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProxyMiddleware } from 'http-proxy-middleware'

const proxy = createProxyMiddleware({ target: process.env['UPSTREAM'] ?? '', changeOrigin: true })
const server = createServer((req, res) => void proxy(req, res))
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
