import { checkAid, formatAid } from '../aid.ts'
import { concat, fromHex } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'

/** Value of X-Admin-Protocol (GPC Amendment B §3.4.1). */
export const adminProtocol = 'globalplatform-remote-admin/1.0'

/** Content types of a command script and of its result (GPC Amendment B §3.4.1, §3.4.2). */
export const scriptType = 'application/vnd.globalplatform.card-content-mgt;version=1.0'
export const resultType = 'application/vnd.globalplatform.card-content-mgt-response;version=1.0'

/** Values of X-Admin-Script-Status. All but `ok` mean that the card ran no command of the script. */
export const scriptStatuses = ['ok', 'unknown-application', 'not-a-security-domain', 'security-error'] as const
export type ScriptStatus = (typeof scriptStatuses)[number]

export const isScriptStatus = (text: string): text is ScriptStatus => scriptStatuses.some((one) => one === text)

/** True if the two content types are the same, apart from letter case and spaces. */
export const isSameType = (one: string, other: string): boolean => normal(one) === normal(other)
const normal = (type: string): string => type.toLowerCase().replaceAll(' ', '')

/** Value of X-Admin-From: the secure element, and the application in it that administers. */
export interface AdminFrom {
  secureElement: string
  agent: string
}

const longestFrom = 200
const fromPattern = /^\/\/se-id\/([\w.:/-]+);\/\/aa-id\/([\w.:/-]+)$/

export const adminFrom: Codec<AdminFrom, string> = {
  encode: ({ secureElement, agent }) => `//se-id/${secureElement};//aa-id/${agent}`,
  decode: (text) => {
    const [, secureElement, agent] = text.length > longestFrom ? [] : (fromPattern.exec(text) ?? [])
    if (!secureElement || !agent) throw new ProtocolError('message', 'X-Admin-From is not //se-id/…;//aa-id/…')
    return { secureElement, agent }
  },
}

const ridOctets = 5

/** Value of X-Admin-Targeted-Application: the AID of the application that runs the script, as RID and PIX. */
export const targetedApplication: Codec<Uint8Array, string> = {
  encode: (aid) => `//aid/${formatAid(aid.subarray(0, ridOctets))}/${formatAid(aid.subarray(ridOctets))}`,
  decode: (text) => {
    const [, rid, pix] = /^\/\/aid\/([0-9A-Fa-f]{10})\/((?:[0-9A-Fa-f]{2}){0,11})$/.exec(text) ?? []
    if (rid === undefined || pix === undefined) throw new ProtocolError('aid', 'X-Admin-Targeted-Application is not //aid/RID/PIX')
    return checkAid(concat(fromHex(rid), fromHex(pix)))
  },
}
