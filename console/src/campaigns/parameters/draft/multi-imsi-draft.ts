import { multiImsiLimits, multiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'
import { z } from 'zod'
import { problemsOf, whole } from './rules.ts'
import type { FieldCheck } from './rules.ts'

/** Typed values of one IMSI. `networks` are MCC and MNC in one, separated by commas or spaces: `44010, 310410`. */
export interface ImsiDraft {
  imsi: string
  networks: string
}

/** Typed values of the multi-IMSI parameters. */
export interface MultiImsiDraft {
  imsis: readonly ImsiDraft[]
  byLocation: boolean
  onServiceLoss: boolean
  lossMinutes: string
  returnHours: string
  returnMinutes: string
}

export const newImsiDraft: ImsiDraft = { imsi: '', networks: '' }

const { defaults } = multiImsiParameters
export const newMultiImsiDraft: MultiImsiDraft = {
  imsis: [newImsiDraft],
  byLocation: defaults.byLocation,
  onServiceLoss: defaults.onServiceLoss,
  lossMinutes: String(defaults.lossMinutes),
  returnHours: String(defaults.returnHours),
  returnMinutes: String(defaults.returnMinutes),
}

const networks = z
  .string()
  .trim()
  .transform((text) => (text === '' ? [] : text.split(/[\s,、]+/)))
  .refine((all) => all.length <= 20 && all.every((one) => /^\d{5,6}$/.test(one)), 'networks')
  .transform((all) => all.map((one) => ({ mcc: one.slice(0, 3), mnc: one.slice(3) })))

const schema = z
  .object({
    imsis: z.array(
      z.object({
        imsi: z
          .string()
          .trim()
          .regex(/^\d{5,15}$/, 'imsi'),
        networks,
      }),
    ),
    byLocation: z.boolean(),
    onServiceLoss: z.boolean(),
    lossMinutes: whole('lossMinutes', ...multiImsiLimits.lossMinutes),
    returnHours: whole('hours', ...multiImsiLimits.returnHours),
    returnMinutes: whole('minutes', ...multiImsiLimits.returnMinutes),
  })
  .superRefine(({ imsis }, context) => {
    for (const [index, { imsi }] of imsis.entries()) {
      if (imsis.findIndex((other) => other.imsi === imsi) < index)
        context.addIssue({ code: 'custom', path: ['imsis', index, 'imsi'], message: 'imsiTwice' })
    }
  })

export function checkMultiImsi(draft: MultiImsiDraft): FieldCheck {
  const read = schema.safeParse(draft)
  if (!read.success) return { ok: false, problems: problemsOf(read.error) }
  return { ok: true, field: encodeTlv(0xc9, multiImsiParameters.encode(read.data)) }
}

/** The typed values of a value of C9. Throws `ProtocolError` for octets that the applet refuses. */
export function readMultiImsi(applet: Uint8Array): MultiImsiDraft {
  const { imsis, lossMinutes, returnHours, returnMinutes, ...rules } = multiImsiParameters.decode(applet)
  return {
    ...rules,
    imsis: imsis.map((one) => ({ imsi: one.imsi, networks: one.networks.map(({ mcc, mnc }) => mcc + mnc).join(', ') })),
    lossMinutes: String(lossMinutes),
    returnHours: String(returnHours),
    returnMinutes: String(returnMinutes),
  }
}
