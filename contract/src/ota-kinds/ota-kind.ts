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
  /** Scope of the kind on a SIM: one applet, by its type, or the card as a whole. */
  worksOn: 'applet' | 'card'
}
