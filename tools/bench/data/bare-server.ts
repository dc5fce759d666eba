/** The reference: sends the response of one URL from memory with bare node:http or bare Express. */
import { createServer, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import express from 'express'

const { KIND: kind, COPY_OF: source = '', ENCODING: encoding = 'identity' } = process.env
// `fetch` would decompress the body.
const [response] = (await once(
  get(source, { headers: { 'accept-encoding': encoding } }),
  'response',
)) as [IncomingMessage]
const bytes = await buffer(response)
if (response.statusCode !== 200) throw new Error(`${source}: ${response.statusCode}`)
const coding = response.headers['content-encoding']
const path = new URL(source).pathname

const bare = () =>
  createServer((_req, res) => {
    res.setHeader('content-type', 'application/json; charset=utf-8')
    res.setHeader('content-length', bytes.length)
    if (coding) res.setHeader('content-encoding', coding)
    res.end(bytes)
  })
const withExpress = () => {
  const app = express()
  app.get(path, (_req, res) => {
    if (coding) res.set('content-encoding', coding)
    res.type('json').send(bytes)
  })
  return createServer(app)
}

const server = kind === 'express' ? withExpress() : bare()
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
