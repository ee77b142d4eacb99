import { randomBytes } from 'node:crypto'

/** Every API ID begins so, to be known for what it is wherever it turns up. */
export const newClientId = (): string => `sd_${randomBytes(12).toString('hex')}`

export const clientIdPattern = /^sd_[0-9a-f]{24}$/
