import { createLandscapeClient } from '@landscape/client'

/** What is on the radar now, ring by ring. */
export async function printRadar(baseUrl: string): Promise<void> {
  const landscape = createLandscapeClient({ baseUrl })
  const { data, error } = await landscape.GET('/api/tech-radar/changes')
  if (error) throw new Error(error.error)
  for (const { title, from, to, date } of data.changes) {
    process.stdout.write(`${date} ${title}: ${from ?? 'new'} → ${to}\n`)
  }
}
