/** `npm run fuzz`: the table of its arguments. */
import { isDeepStrictEqual } from 'node:util'
import { readNumber } from '../../command-line/read-arguments.ts'
import { runTool } from '../../command-line/run-tool.ts'
import { command } from '../../command-line/tool.ts'
import { createClient } from '../../../test/support/client.ts'
import { everything } from '../../../test/support/documents.ts'
import { startLandscape } from '../../../test/support/landscape.ts'
import { openEmbedded } from '../../../test/support/stores.ts'
import { fuzz } from './fuzz.ts'
import { isMalformedProject } from './requests.ts'
import { readDescription } from '../../../test/support/described.ts'

const MAX_COUNT = 10_000_000
const MAX_SEED = 2 ** 31

const fuzzTool = {
  name: 'fuzz',
  ...command({
    about:
      'Sends requests generated from the API description to processes that it starts on this machine.',
    notes:
      'Ends with 1 when a response is a server error or undescribed, or when a read changes stored data.',
    arguments: {
      '[count]': `number of requests, at most ${MAX_COUNT}; 10000 when absent`,
      '[seed]': 'the same number sends the same requests; random when absent',
    },
    examples: ['2000 42'],
    run([count = '10000', seed = String(Math.floor(Math.random() * MAX_SEED))]) {
      return fuzzAll(
        readNumber('[count]', count, { min: 2, max: MAX_COUNT, isInteger: true }),
        readNumber('[seed]', seed, { min: 0, max: MAX_SEED, isInteger: true }),
      )
    },
  }),
}

async function fuzzAll(count: number, seed: number): Promise<number> {
  const data = await openEmbedded()
  const landscape = await startLandscape({
    env: { ...data.env, RATE_LIMIT_PER_MINUTE: '1000000' },
    documents: false,
  })
  const client = createClient(landscape.url, { malformedRecords: isMalformedProject })
  const description = readDescription()
  const half = Math.floor(count / 2)

  async function run(options: { count: number; seed: number; methods?: string[] }) {
    const { findings, statuses } = await fuzz(client, { description, ...options })
    for (const [status, times] of Object.entries(statuses)) {
      process.stdout.write(`  ${status}: ${times}\n`)
    }
    for (const { request, fault } of findings) {
      process.stdout.write(`  FOUND ${fault}\n    ${JSON.stringify(request).slice(0, 2_000)}\n`)
    }
    return findings.length
  }

  try {
    process.stdout.write(`${count} requests, seed ${seed}: first all kinds, then reads\n`)
    const ofAll = await run({ count: count - half, seed })
    const before = await everything(data.store)
    const ofReads = await run({ count: half, seed: seed + 1, methods: ['get'] })
    const isUnchanged = isDeepStrictEqual(await everything(data.store), before)
    const bad = ofAll + ofReads
    process.stdout.write(
      bad === 0 ? 'Every response matched its description.\n' : `${bad} faulty responses.\n`,
    )
    process.stdout.write(isUnchanged ? 'Reads changed nothing.\n' : 'Reads CHANGED stored data.\n')
    return bad === 0 && isUnchanged ? 0 : 1
  } finally {
    client.close()
    await landscape.stop()
    await data.close()
  }
}

process.exitCode = await runTool(fuzzTool, process.argv.slice(2))
