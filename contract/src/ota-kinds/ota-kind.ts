import type { z } from 'zod'
import type { Words } from '../languages.ts'
import type { Permission } from '../permissions.ts'

/** A kind of OTA, as server and console know it. */
export type OtaKind = {
  /** `action_type` in the progress of an OTA (specification §4). */
  actionType: number
  /** Parameters of a campaign of this kind, beside its SIMs. A parameter of several kinds has the same schema in each of them. */
  parameters: z.ZodObject
  /** Parameters of each of its OTAs, beside its package. */
  otaParameters: z.ZodType
  /** The permission that a start with these parameters needs beside OTA_CREATE. */
  needs?: (parameters: Readonly<Record<string, unknown>>) => Permission
} & (OnApplet | OnCard)

/** A kind that acts on one applet of a SIM. The applet type of the OTA selects the applet. */
type OnApplet = { worksOn: 'applet'; words: { action: Words } }

/** A kind that acts on the card as a whole. `undo` explains how to reverse it. */
type OnCard = { worksOn: 'card'; words: { action: Words; undo: Words } }
