import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerProcess } from '../measure.ts'

/** Starts nginx with one worker, keep-alive connections and an access log; returns undefined where it is not installed. */
export async function startNginx(upstream: string, directory: string) {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const port = await freePort()
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration(port, new URL(upstream).host, directory))
  const child = spawn('nginx', ['-p', directory, '-c', file, '-e', 'stderr'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).then(Boolean, () => false)) {
      registerProcess(url, workerOf(child.pid ?? 0))
      return { url, stop: () => child.kill() }
    }
    await sleep(50)
  }
  child.kill()
  throw new Error('nginx does not respond')
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

function configuration(port: number, upstream: string, directory: string): string {
  return `
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log ${directory}/nginx.log;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  keepalive_requests 100000000;
  upstream service { server ${upstream}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`
}
