import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../../test/support/free-ports.ts'
import { hasNginx, runNginx } from '../nginx.ts'
import { registerProcess } from './measure.ts'

/** Time for which nginx with a cache returns a stored response without a request. */
export const CACHED_S = 1

/**
 * Starts nginx with one worker, keep-alive connections and an access log; returns undefined where
 * it is not installed.
 *
 * @param kind whether nginx caches responses (`proxy_cache`)
 */
export async function startNginx(upstream: string, kind: 'proxy' | 'cache', parent: string) {
  if (!hasNginx()) return undefined
  const directory = join(parent, `nginx-${kind}`)
  mkdirSync(directory)
  // As root, nginx runs its worker as another user. That user needs access to the cache.
  chmodSync(parent, 0o711)
  const [port = 0] = await freePorts(1)
  const cache = kind === 'cache' ? cacheIn(directory) : { http: '', location: '' }
  const nginx = await runNginx(proxyTo(new URL(upstream).host, port, cache), port, directory)
  registerProcess(nginx.url, workerOf(nginx.pid))
  return nginx
}

/** Returns the worker: the parent process only supervises, other children manage the cache. */
function workerOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const isWorker = (child: string) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker process')
  return Number(children.find(isWorker))
}

/** The services mark their responses `no-cache`, which nginx ignores here; it revalidates by ETag. */
function cacheIn(directory: string) {
  return {
    http: `proxy_cache_path ${directory}/cache keys_zone=shared:10m;`,
    location: `
      proxy_cache shared;
      proxy_cache_valid 200 ${CACHED_S}s;
      proxy_cache_revalidate on;
      proxy_cache_lock on;
      proxy_ignore_headers Cache-Control;`,
  }
}

function proxyTo(
  upstream: string,
  port: number,
  cache: { http: string; location: string },
): string {
  return `
  ${cache.http}
  keepalive_requests 100000000;
  upstream service { server ${upstream}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";${cache.location}
    }
  }`
}
