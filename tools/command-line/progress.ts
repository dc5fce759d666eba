/** One line with the progress of long work. */
export interface Progress {
  show(text: string): void
  /** Removes the line before other output. */
  clear(): void
}

/** The part of a terminal stream that is used. */
type Terminal = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

const START_OF_LINE = '\r\u001B[K'
const DEFAULT_COLUMNS = 80

/** Shows the progress of work; removes the line when the work ends or fails. */
export async function withProgress<T>(
  stream: Terminal,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = createProgress(stream)
  try {
    return await work(progress)
  } finally {
    progress.clear()
  }
}

/** Rewrites one line of a terminal; writes nothing to other streams. */
function createProgress(stream: Terminal): Progress {
  if (stream.isTTY !== true) return { show() {}, clear() {} }
  let shown = ''
  return {
    show(text) {
      const line = text.slice(0, (stream.columns || DEFAULT_COLUMNS) - 1)
      if (line === shown) return
      shown = line
      stream.write(START_OF_LINE + line)
    },
    clear() {
      if (shown !== '') stream.write(START_OF_LINE)
      shown = ''
    },
  }
}
