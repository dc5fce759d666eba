import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether nginx is installed. */
export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).error === undefined

/** A running nginx: the address of its server, its parent process, and how to stop it. */
interface Nginx {
  url: string
  pid: number
  stop: () => void
}

/**
 * Starts nginx with one worker and resolves when its server responds.
 *
 * @param http the content of `http { … }`, with a server that listens on the port
 * @param directory for the configuration and temporary files
 * @throws Error when it does not respond
 */
export async function runNginx(http: string, port: number, directory: string): Promise<Nginx> {
  const file = join(directory, 'nginx.conf')
  writeFileSync(file, configuration(http, directory))
  let errors = ''
  const args = ['-p', directory, '-c', file, '-e', 'stderr']
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    if (await fetch(url).then(Boolean, () => false))
      return { url, pid: child.pid ?? 0, stop: () => void child.kill() }
    await sleep(50)
  }
  child.kill()
  throw new Error(`nginx does not respond:\n${errors}`)
}

function configuration(http: string, directory: string): string {
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
${http}
}
`
}
