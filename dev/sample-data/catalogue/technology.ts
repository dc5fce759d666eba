export type Ring = 'ignore' | 'review' | 'hold' | 'assess' | 'trial' | 'adopt'

/** A technology on the radar: its kind, and its positions since a year. */
export interface Technology {
  title: string
  kind: string
  quadrant: string
  /** Category on the radar. */
  category: string
  since: number
  path: Ring[]
}

type Row = [title: string, since: number, path: string]

/** Reads the rows of one kind; the path is the rings in order, separated by spaces. */
export function technologies(
  kind: string,
  quadrant: string,
  category: string,
  rows: Row[],
): Technology[] {
  return rows.map(([title, since, path]) => ({
    title,
    kind,
    quadrant,
    category,
    since,
    path: path.split(' ') as Ring[],
  }))
}
