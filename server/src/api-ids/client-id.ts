import { randomBytes } from 'node:crypto'

/** The prefix makes an API ID recognisable wherever it appears. */
export const newClientId = (): string => `sd_${randomBytes(12).toString('hex')}`

export const clientIdPattern = /^sd_[0-9a-f]{24}$/
