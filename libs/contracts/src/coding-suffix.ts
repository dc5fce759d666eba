/**
 * Source of the pattern for what one compressing hop adds to an entity tag: `-gzip` (Apache, Caddy, lighttpd),
 * `--gzip` (Jetty), `;gz` (LiteSpeed), and the same with other codings.
 */
export const CODING_SUFFIX = /[-;:]{1,3}(?:x-)?(?:gzip|gz|br|brotli|deflate|zstd)/.source
