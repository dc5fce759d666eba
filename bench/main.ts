/** `npm run bench`: the project's figures, as ratios measured in one run on one machine. */
import { benchData } from './data.ts'
import { benchEdits } from './edits.ts'
import { benchGateway } from './gateway.ts'
import { benchHistory } from './history.ts'
import { benchMemory } from './memory.ts'
import { benchPublicReads } from './public-reads.ts'
import { benchStatistics } from './statistics.ts'

for (const bench of [
  benchData,
  benchGateway,
  benchPublicReads,
  benchStatistics,
  benchMemory,
  benchEdits,
  benchHistory,
]) {
  for (const { label, ratio } of await bench()) {
    console.log(`${ratio.toFixed(2).padStart(8)}  ${label}`)
  }
}
