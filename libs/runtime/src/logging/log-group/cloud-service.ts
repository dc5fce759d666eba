import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
  ResourceAlreadyExistsException,
  ResourceNotFoundException,
} from '@aws-sdk/client-cloudwatch-logs'
import type { LogService } from './sender.ts'

const REQUEST_TIMEOUT_MS = 5_000

export interface LogStreamName {
  group: string
  stream: string
  /** The SDK's default when absent. */
  region?: string | undefined
}

/** Client of the cloud's log service; without retries, which the sender does. */
export function createCloudService({ group, stream, region }: LogStreamName): LogService {
  const client = new CloudWatchLogsClient({
    ...(region !== undefined && { region }),
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  })
  const target = { logGroupName: group, logStreamName: stream }
  return {
    async put(events) {
      await client.send(new PutLogEventsCommand({ ...target, logEvents: [...events] }))
    },
    async createStream() {
      try {
        await client.send(new CreateLogStreamCommand(target))
      } catch (error) {
        if (error instanceof ResourceAlreadyExistsException) return
        if (!(error instanceof ResourceNotFoundException)) throw error
        throw new Error(
          `the log group "${group}" does not exist: create it, or change LOG_GROUP_NAME`,
          {
            cause: error,
          },
        )
      }
    },
  }
}
