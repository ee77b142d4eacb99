import { z } from 'zod'

/** In the raw OTA service log, the code of a row that counts refused frames. */
export const refusedCode = 0

/** One command of a message and what the card answered to it, in the field's words; key material is never in it. */
export const traceCommand = z.object({
  index: z.number(),
  /** `INSTALL [for load]`, `LOAD`, `DELETE`, … */
  name: z.string(),
  /** For LOAD and STORE DATA: the block number. */
  block: z.number().nullable(),
  sw: z.string().nullable(),
})

/** One message of a device session, as stored in the raw OTA service log. */
export const traceMessage = z.object({
  id: z.number(),
  at: z.string(),
  direction: z.enum(['card', 'server']),
  /** Message code 1 POLL … 7 CLOSE_SESSION; 0: what was refused in a minute, counted by reason. */
  code: z.number(),
  session_id: z.string(),
  sequence: z.number(),
  ota_id: z.number().nullable(),
  bytes: z.number(),
  /** Decoded fields, by name. */
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  commands: z.array(traceCommand),
})
export type TraceMessage = z.infer<typeof traceMessage>
export type TraceCommand = z.infer<typeof traceCommand>
