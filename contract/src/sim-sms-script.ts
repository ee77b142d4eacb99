import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { simSms } from './sim-sms.ts'

/** The usual TAR of the application of a card that manages the files of the USIM, as hex (TS 31.116). */
export const usualFilesTar = 'B00001'
/** The largest number of octets of a script with which its packet fits one message, under each algorithm. */
export const mostScriptOctets = 98
/** The largest number of octets of an answer that fits one message. */
export const mostAnswerOctets = 113
const mostLines = 20
const longestLine = 600

/**
 * The card runs the script as soon as the message arrives. No OTA stands for it, so nobody can approve it: it is refused while a campaign of
 * one SIM needs an approval.
 */
export const sendSimScript = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/{id}/sms-scripts',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Run a script of remote file management on a SIM by one SMS, without its poller',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({
    /** The TAR of the application of the card that manages files, as hex. */
    tar: z.string().regex(/^[0-9A-Fa-f]{6}$/),
    /** C-APDUs as hex. Only the last one may ask for data. */
    script: z.array(z.string().max(longestLine)).min(1).max(mostLines),
  }),
  response: simSms,
  errors: ['simNotFound', 'simNotWakeable', 'smsUnderWay', 'scriptNeedsApproval'],
})
