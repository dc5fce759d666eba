import { describeObjectStore } from './conformance.ts'
import { openS3 } from './open-s3.ts'
import { describeOnS3 } from './s3-server.ts'

describeOnS3('s3', (server) => {
  describeObjectStore(`s3 (${server.name})`, async () => openS3(server))
})
