import { z } from 'zod'

/** The code of a row of the raw OTA service log that counts refused frames. */
export const refusedCode = 0

/** The number of days for which rows of the raw OTA service log are kept. */
export const rawOtaLogDays = 30

/** The ends from which a message comes. */
export const messageDirections = ['card', 'server'] as const

/** One command of a message and the card's answer to it, under its GlobalPlatform name. It never holds key material. */
export const traceCommand = z.object({
  index: z.number(),
  /** `INSTALL [for load]`, `LOAD`, `DELETE`, … */
  name: z.string(),
  /** The block number of LOAD and STORE DATA. */
  block: z.number().nullable(),
  sw: z.string().nullable(),
})

/** One message of a device session, as stored in the raw OTA service log. */
export const traceMessage = z.object({
  id: z.number(),
  at: z.string(),
  direction: z.enum(messageDirections),
  /** The message code: 1 POLL … 7 CLOSE_SESSION. 0 counts the refused frames of a minute by reason. */
  code: z.number(),
  session_id: z.string(),
  sequence: z.number(),
  ota_id: z.number().nullable(),
  bytes: z.number(),
  /** The decoded fields, by name. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  commands: z.array(traceCommand),
})
export type TraceMessage = z.infer<typeof traceMessage>
export type TraceCommand = z.infer<typeof traceCommand>
