import { z } from 'zod'
import { faultName } from './fault-name.ts'

const maxLength = 100
const pattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/** The standard pattern of HTML's e-mail field, with a dot in the domain; at most 100 characters. */
export const email = z
  .string()
  .trim()
  .max(maxLength, { error: faultName('emailInvalid'), abort: true })
  .regex(pattern, faultName('emailInvalid'))

/** Same check as `email`, for screens that do not load the schemas. */
export const isEmail = (text: string): boolean => text.trim().length <= maxLength && pattern.test(text.trim())
