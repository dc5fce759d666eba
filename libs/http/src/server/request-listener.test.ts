import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import request from 'supertest'
import { createSendProblem } from '../errors/send-problem.ts'
import { startResponse } from '../responses/response-head.ts'
import { createRequestListener } from './request-listener.ts'
import { createBeginRequest, requestIdOf } from './begin-request.ts'

const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })
const send = (respond: Parameters<typeof createRequestListener>[1]) =>
  request(
    createServer(
      createRequestListener(createBeginRequest({ logger }), respond, createSendProblem({ logger })),
    ),
  ).get('/')

describe('createRequestListener', () => {
  it('begins a request before it calls respond', async () => {
    const { headers, text } = await send(async (_req, res) => {
      startResponse(res, 200).end(requestIdOf(res))
    })
    expect(text).toBe(headers['x-request-id'])
    expect(text).toHaveLength(36)
  })

  it.each([
    [
      'at once',
      () => {
        throw new DomainError('forbidden', 'Not you')
      },
    ],
    [
      'later',
      async () => {
        await setImmediate()
        throw new DomainError('forbidden', 'Not you')
      },
    ],
  ])('sends an error that is thrown %s', async (_when, respond) => {
    const { status, body } = await send(respond)
    expect([status, body.error]).toEqual([403, 'Not you'])
  })
})
