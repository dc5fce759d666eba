import { readFileSync } from 'node:fs'
import { freePorts } from '../../../test/support/free-ports.ts'
import { hasNginx, runNginx } from '../../load/nginx.ts'
import { registerProcess } from '../measure.ts'

/**
 * Starts nginx with one worker, keep-alive connections and an access log; returns undefined where
 * it is not installed.
 */
export async function startNginx(upstream: string, directory: string) {
  if (!hasNginx()) return undefined
  const [port = 0] = await freePorts(1)
  const nginx = await runNginx(proxyTo(new URL(upstream).host, port), port, directory)
  registerProcess(nginx.url, workerOf(nginx.pid))
  return nginx
}

/** Returns the worker: the parent process only supervises it. */
function workerOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

function proxyTo(upstream: string, port: number): string {
  return `
  keepalive_requests 100000000;
  upstream service { server ${upstream}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }`
}
