import { isIP } from 'node:net'
import type { MailSettings } from '@simdeck/contract/mail.ts'
import type { Config } from '../../config.ts'
import type { Reach } from '../../platform/http/reach.ts'

/** A mail server. An empty `username` means no authentication. */
export type MailServer = {
  host: string
  port: number
  security: MailSettings['security']
  username: string
  password: string
  fromAddress: string
  fromName: string
  reach: Reach
}

const submissionPort = { none: 25, starttls: 587, tls: 465 } as const

/** The mail server of `SMTP_URL`; null if it is not set. */
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
    reach: 'anywhere',
  }
}

/** The encryption of `smtp://` is STARTTLS, except on this machine; `?security=none` turns it off. */
function securityOf(url: URL, host: string): MailServer['security'] {
  if (url.protocol === 'smtps:') return 'tls'
  const security = url.searchParams.get('security')
  if (security === 'none' || security === 'starttls') return security
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.')) ? 'none' : 'starttls'
}

/** The settings without a mail server. */
export const noMailServer: MailSettings = {
  host: '',
  port: submissionPort.starttls,
  security: 'starttls',
  username: '',
  from_address: '',
  from_name: '',
  has_password: false,
  source: 'none',
  version: 0,
  confirmed: true,
}

export function shownEnvironment({ host, port, security, username, password, fromAddress, fromName }: MailServer): MailSettings {
  const sender = { from_address: fromAddress, from_name: fromName }
  return { host, port, security, username, ...sender, has_password: password !== '', source: 'environment', version: 0, confirmed: true }
}
