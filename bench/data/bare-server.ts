/** The yardstick: sends the bytes of one address from memory, by bare node:http or bare Express. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'

const { KIND: kind, COPY_OF: source = '' } = process.env
const answer = await fetch(source, { headers: { 'accept-encoding': 'identity' } })
const bytes = Buffer.from(await answer.arrayBuffer())
const path = new URL(source).pathname

const bare = () =>
  createServer((_req, res) => {
    res.setHeader('content-type', 'application/json; charset=utf-8')
    res.setHeader('content-length', bytes.length)
    res.end(bytes)
  })
const withExpress = () => {
  const app = express()
  app.get(path, (_req, res) => {
    res.type('json').send(bytes)
  })
  return createServer(app)
}

const server = kind === 'express' ? withExpress() : bare()
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
