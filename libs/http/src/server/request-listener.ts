import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { SendProblem } from '../errors/send-problem.ts'
import type { BeginRequest } from './begin-request.ts'

/**
 * Begins each request, serves it, and responds to its errors.
 *
 * @param respond throws errors for `sendProblem`
 */
export function createRequestListener(
  begin: BeginRequest,
  respond: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  sendProblem: SendProblem,
): RequestListener {
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    // An uncaught rejection would end the process.
    try {
      await begin(req, res, () => respond(req, res))
    } catch (error) {
      sendProblem(error, req, res)
    }
  }
  return (req, res) => void handle(req, res)
}
