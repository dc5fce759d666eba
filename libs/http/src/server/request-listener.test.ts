import { createServer } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts'
import { createLogger } from '@landscape/runtime'
import request from 'supertest'
import { createSendProblem } from '../errors/send-problem.ts'
import { startResponse } from '../responses/response-head.ts'
import { createRequestListener } from './request-listener.ts'
import { createBeginRequest, requestIdOf } from './begin-request.ts'

const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })
const answered = (answer: Parameters<typeof createRequestListener>[1]) =>
  request(
    createServer(
      createRequestListener(createBeginRequest({ logger }), answer, createSendProblem({ logger })),
    ),
  ).get('/')

describe('createRequestListener', () => {
  it('begins a request before it is answered', async () => {
    const { headers, text } = await answered(async (_req, res) => {
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
  ])('answers what is refused %s', async (_when, answer) => {
    const { status, body } = await answered(answer)
    expect([status, body.error]).toEqual([403, 'Not you'])
  })
})
