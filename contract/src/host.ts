import { z } from 'zod'

/** The name or the address of a server to which this one connects. */
export const host = z
  .string()
  .trim()
  .max(255)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/)
export const serverPort = z.number().int().min(1).max(65_535)
