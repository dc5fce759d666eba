import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { SendProblem } from '../errors/send-problem.ts'
import type { BeginRequest } from './begin-request.ts'

/**
 * Begins each request, answers it, and answers why not.
 *
 * @param answer may throw what the caller is refused with
 */
export function createRequestListener(
  begin: BeginRequest,
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  sendProblem: SendProblem,
): RequestListener {
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    // What is thrown here and caught nowhere would end the process, for everybody.
    try {
      await begin(req, res, () => answer(req, res))
    } catch (error) {
      sendProblem(error, req, res)
    }
  }
  return (req, res) => void handle(req, res)
}
