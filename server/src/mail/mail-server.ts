import { isIP } from 'node:net'
import type { MailSettings } from '@simdeck/contract/mail.ts'
import type { Config } from '../config.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import { mailServerRow, type MailServerRow } from './queries.ts'

/** Where mail is handed over. An empty `username`: without signing in. */
export type MailServer = {
  host: string
  port: number
  security: MailSettings['security']
  username: string
  password: string
  fromAddress: string
  fromName: string
}

const passwordAt = { table: 'mail_settings', row: '1', column: 'password' }
const submissionPort = { none: 25, starttls: 587, tls: 465 } as const

/** The mail server that `SMTP_URL` names, if it does. */
export function mailServerOfEnvironment({ SMTP_URL, SMTP_FROM, PUBLIC_URL }: Config): MailServer | null {
  if (!SMTP_URL) return null
  const url = new URL(SMTP_URL)
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const security = securityOf(url, host)
  return {
    host,
    port: url.port === '' ? submissionPort[security] : Number(url.port),
    security,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    fromAddress: SMTP_FROM ?? `no-reply@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}`,
    fromName: '',
  }
}

/** `smtp://` means STARTTLS, except to this machine itself; `?security=none` does without. */
function securityOf(url: URL, host: string): MailServer['security'] {
  if (url.protocol === 'smtps:') return 'tls'
  const asked = url.searchParams.get('security')
  if (asked === 'none' || asked === 'starttls') return asked
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.')) ? 'none' : 'starttls'
}

/** Finds the mail server: of the environment, else of the settings. */
export class MailServers {
  readonly environment: MailServer | null
  readonly #sealer: Sealer

  constructor(config: Config, sealer: Sealer) {
    this.environment = mailServerOfEnvironment(config)
    this.#sealer = sealer
  }

  async isConfigured(db: Db): Promise<boolean> {
    return this.environment !== null || (await mailServerRow(db)) !== undefined
  }

  /** Null when none is configured. Throws when the password cannot be opened. */
  async current(db: Db): Promise<MailServer | null> {
    if (this.environment) return this.environment
    const row = await mailServerRow(db)
    if (!row) return null
    const password = row.password ? Buffer.from(this.#sealer.open(row.password, passwordAt)).toString('utf8') : ''
    return { ...row, password, fromAddress: row.from_address, fromName: row.from_name }
  }

  /** Null for an empty password. */
  sealed(password: string): Buffer | null {
    return password === '' ? null : this.#sealer.seal(Buffer.from(password), passwordAt)
  }

  /** What may be shown: everything but the password. */
  async shown(db: Db): Promise<MailSettings> {
    if (this.environment) return shownEnvironment(this.environment)
    const row = await mailServerRow(db)
    return row ? shownRow(row) : none
  }
}

const none: MailSettings = {
  host: '',
  port: submissionPort.starttls,
  security: 'starttls',
  username: '',
  from_address: '',
  from_name: '',
  has_password: false,
  source: 'none',
}

function shownRow({ password, ...row }: MailServerRow): MailSettings {
  return { ...row, has_password: password !== null, source: 'settings' }
}

function shownEnvironment({ host, port, security, username, password, fromAddress, fromName }: MailServer): MailSettings {
  const sender = { from_address: fromAddress, from_name: fromName }
  return { host, port, security, username, ...sender, has_password: password !== '', source: 'environment' }
}
