import { z } from 'zod'

/** An http or https address; without a trailing slash. */
export const HttpUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .transform((url) => url.replace(/\/+$/, ''))
