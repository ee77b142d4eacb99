import { formatAid } from '@simdeck/protocol/aid.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import type { ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex } from '@simdeck/protocol/bytes.ts'
import type { Selection } from '@simdeck/protocol/gp/commands.ts'
import { cardState } from '@simdeck/protocol/gp/registry.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'
import { CardError, sw } from '../card-error.ts'
import { isSelectable } from './domains.ts'
import type { CardNvm } from './nvm.ts'

/**
 * The application that SELECT finds by a complete AID or its first octets (GPC 2.3.1 §6.4.2, §11.9). The issuer security domain (null)
 * comes first, then a complete match, then partial matches in the order of installation. `next` finds the application after `selected`. On
 * a locked card, only the issuer security domain is found.
 */
export function findSelectable(nvm: CardNvm, { aid: bytes, occurrence }: Selection, selected: string | null): string | null {
  const aid = formatAid(bytes)
  const applications = nvm.cardState === cardState.cardLocked ? [] : nvm.applications.filter(isSelectable)
  const beginning = applications.filter((one) => one.aid.startsWith(aid) && one.aid !== aid)
  const whole = applications.filter((one) => one.aid === aid)
  const found = [...whole, ...beginning].map((one): string | null => one.aid)
  if (nvm.securityDomain.aid.startsWith(aid)) found.unshift(null)
  const next = found[occurrence === 'first' ? 0 : found.indexOf(selected) + 1]
  if (next === undefined) throw new CardError(sw.notFound, 'nothing to select')
  return next
}

/** The answer to SELECT: the file control information `6F` with the longest command data (GPC 2.3.1 §11.9.3). */
export function selectionAnswer(nvm: CardNvm, selected: string | null, fci: boolean): ResponseApdu {
  const longestData = encodeTlv(0x9f65, bytesOf(0xff))
  const name = encodeTlv(0x84, fromHex(selected ?? nvm.securityDomain.aid))
  const isCardLocked = nvm.cardState === cardState.cardLocked
  return responseApdu(isCardLocked ? sw.cardLocked : sw.ok, fci ? encodeTlv(0x6f, concat(name, encodeTlv(0xa5, longestData))) : bytesOf())
}
