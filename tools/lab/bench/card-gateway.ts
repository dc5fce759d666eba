/** A gateway of well-known libraries, as their documentation combines them: the peer of signed-in reads. */
import type { AddressInfo } from 'node:net'
import { JwtVerifier } from 'aws-jwt-verify'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { pinoHttp } from 'pino-http'

const { UPSTREAM = '', KEY_SET = '', ISSUER = '', AUDIENCE = '' } = process.env
const verifier = JwtVerifier.create({
  issuer: ISSUER,
  audience: AUDIENCE,
  jwksUri: `${ISSUER}/keys`,
})
verifier.cacheJwks(JSON.parse(KEY_SET) as Parameters<typeof verifier.cacheJwks>[0])

const app = express()
app.use(pinoHttp())
app.use(helmet())
app.use(rateLimit({ windowMs: 60_000, limit: 10_000_000 }))
app.use(async (req, res, next) => {
  const token = req.headers.authorization?.replace('Bearer ', '') ?? ''
  try {
    req.headers['x-subject'] = (await verifier.verify(token)).sub
  } catch {
    res.status(401).json({ error: 'Not authenticated' })
    return
  }
  next()
})
app.use(createProxyMiddleware({ target: UPSTREAM, changeOrigin: true }))

const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }))
})
