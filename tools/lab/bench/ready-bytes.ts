/** Express with a body and a tag that are ready: the peer of kept responses. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import express from 'express'

const body = readFileSync(process.env['BODY'] ?? '')
const app = express()
app.get('/api/json', (_req, res) => {
  res.set({ etag: 'W/"ready"', 'content-encoding': 'gzip', 'content-type': 'application/json' })
  res.send(body)
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
