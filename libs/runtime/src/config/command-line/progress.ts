/** One line that says how far long work is. */
export interface Progress {
  show(text: string): void
  /** Removes the line, before something else is written. */
  clear(): void
}

/** What is written of a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

const START_OF_LINE = '\r\u001B[K'
const DEFAULT_COLUMNS = 80

/** Shows how far work is while it runs, and removes the line when it ends, also by an error. */
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

/** Rewrites one line of a terminal; writes nothing to what is not a terminal. */
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
