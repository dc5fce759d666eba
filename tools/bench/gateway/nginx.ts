import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { hasNginx, runNginx } from '../../load/nginx.ts'
import { registerProcess } from '../measure.ts'

/**
 * Starts nginx with one worker, keep-alive connections and an access log; returns undefined where
 * it is not installed.
 */
export async function startNginx(upstream: string, directory: string) {
  if (!hasNginx()) return undefined
  const port = await freePort()
  const nginx = await runNginx(proxyTo(new URL(upstream).host, port), port, directory)
  registerProcess(nginx.url, workerOf(nginx.pid))
  return nginx
}

/** Returns the worker: the parent process only supervises it. */
function workerOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
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
