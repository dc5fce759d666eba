import { createLandscapeClient } from '@landscape/client'

/** Prints each technology with its ring in the default directorate. */
export async function printRings(baseUrl: string): Promise<void> {
  const landscape = createLandscapeClient({ baseUrl })
  const { data } = await landscape.listTechnologies()
  for (const { name, ring } of data.technologies)
    process.stdout.write(`${name}: ${ring ?? 'not on the radar'}\n`)
}
