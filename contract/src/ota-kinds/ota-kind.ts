import type { z } from 'zod'
import type { Words } from '../languages.ts'

/** A kind of OTA, as server and console know it. */
export type OtaKind = {
  /** `action_type` in the progress of an OTA (specification §4). */
  actionType: number
  /** Parameters of a campaign of this kind, beside its SIMs. */
  parameters: z.ZodType
  /** Parameters of each of its OTAs, beside its package. */
  otaParameters: z.ZodType
  words: { action: Words }
  /** Which of the parts of a SIM it works on: one of its applets, by their type, or the card as a whole. */
  worksOn: 'applet' | 'card'
}
