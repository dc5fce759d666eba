import { createLandscapeClient } from '@landscape/client'

/** Prints each entry of the radar with its present ring. */
export async function printRadar(baseUrl: string): Promise<void> {
  const landscape = createLandscapeClient({ baseUrl })
  const { data } = await landscape.getRadar()
  for (const { title, timeline } of data.entries) {
    process.stdout.write(`${title}: ${timeline.at(-1)?.ringId ?? 'nowhere'}\n`)
  }
}
